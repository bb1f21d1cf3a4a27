"""Links and the URL: every link carries the graph and the two clocks, and a selection is written to the URL only."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from cortex_core.service.views import address
from cortex_core.service.views.address import Address
from cortex_core.service.views.markup import label as plain

__all__ = ["FILES", "here", "keep", "page_link", "put"]

FILES = {
    "overview": "pages/graph/overview.py",
    "provenance": "pages/audit/provenance.py",
    "challenges": "pages/explore/challenges.py",
    "competence": "pages/explore/competence.py",
    "verification": "pages/teach/verification.py",
}


def here(page: str = "") -> Address:
    """The view that the URL names, as ``page`` reads it."""
    return address.read(st.query_params.to_dict(), page)


def put(**changes: str) -> None:
    """Change keys of the URL in place; an empty value takes a key out. Used as a callback."""
    for key, value in changes.items():
        if value:
            st.query_params[key] = value
        elif key in st.query_params:
            del st.query_params[key]


def keep(facets: Mapping[str, str]) -> dict[str, str]:
    """The facets of the list under their names in the URL."""
    return {key: value for key, value in facets.items() if value}


def page_link(page: str, label: str, query: Mapping[str, str], *, markdown: str = "", title: str = "") -> None:
    """A link to a page. ``label`` is shown as text; ``markdown`` replaces it where the page itself wrote it."""
    st.page_link(
        FILES[page],
        label=markdown or plain(label),
        query_params=here().query(**dict(query)),
        help=plain(title) if title else "",
        icon="",
    )
