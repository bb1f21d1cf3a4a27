"""The app on the sample graph, built once a worker in a folder of its own; changes happen on copies."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from cortex_core.service.graphs import Graph, data_folder, open_graph

FILES = {
    "overview": "pages/graph/overview.py",
    "provenance": "pages/audit/provenance.py",
    "challenges": "pages/explore/challenges.py",
    "competence": "pages/explore/competence.py",
    "verification": "pages/teach/verification.py",
}


class Page:
    """One page as a reader sees it: its markup, its words, its widgets."""

    def __init__(self, app: AppTest) -> None:
        self.app = app

    @property
    def markup(self) -> str:
        return "\n".join(each.proto.body for each in self.app.get("html") if "<style>" not in each.proto.body)

    def link(self, label: str) -> str:
        found = [each.proto for each in self.app.get("page_link") if label in each.proto.label]
        assert found, f"no link {label!r} among {[each.proto.label for each in self.app.get('page_link')]}"
        return str(found[0].query_string)

    def press(self, key: str) -> Page:
        self.app.button(key=key).click().run()
        return self.checked()

    def checked(self) -> Page:
        assert not self.app.exception, [each.value for each in self.app.exception]
        assert "could not be shown" not in self.markup, self.markup
        return self


@pytest.fixture(scope="session")
def sample() -> Graph:
    return open_graph()


@pytest.fixture
def copy_of_sample(sample: Graph, request: pytest.FixtureRequest) -> Iterator[str]:
    """Name of a graph that a test may change."""
    name = f"copy-{abs(hash(request.node.nodeid)) % 10**8}"
    made = [
        Path(shutil.copy(part, data_folder() / part.name.replace(sample.path.stem, name, 1)))
        for part in sample.path.parent.glob(f"{sample.path.name}*")
    ]
    yield name
    for part in made:
        part.unlink(missing_ok=True)


@pytest.fixture
def open_page(sample: Graph, repository: Path) -> Callable[..., Page]:
    assert sample.path.is_file()

    def opened(page: str, checked: bool = True, **query: str) -> Page:
        app = AppTest.from_file(str(repository / "app.py"), default_timeout=60)
        for key, value in query.items():
            app.query_params[key] = value
        if page != "overview":
            app.switch_page(FILES[page])
        app.run()
        found = Page(app)
        return found.checked() if checked else found

    return opened
