from __future__ import annotations

from collections.abc import Callable
from threading import Event

from cortex_core.errors import Refused
from cortex_core.service.views.work import Jobs


def finished(jobs: Jobs, name: str) -> None:
    for _ in range(200):
        job = jobs.get(name)
        if job is not None and job.finished:
            return
        Event().wait(0.01)
    raise AssertionError("the work did not end")


def test_work_of_one_name_runs_once_and_tells_how_far_it_is() -> None:
    jobs, go, told = Jobs(), Event(), Event()

    def work(progress: Callable[[int, int], None]) -> str:
        progress(1, 4)
        told.set()
        go.wait(5)
        return "done"

    first = jobs.start("recheck", work)
    told.wait(5)
    assert jobs.start("recheck", work) is first
    assert first.share == 0.25
    go.set()
    finished(jobs, "recheck")
    assert first.result == "done"
    jobs.forget("recheck")
    assert jobs.get("recheck") is None


def test_a_refusal_is_kept_in_its_own_words() -> None:
    jobs = Jobs()

    def work(_: Callable[[int, int], None]) -> None:
        raise Refused("nothing is challenged")

    jobs.start("recheck", work)
    finished(jobs, "recheck")
    job = jobs.get("recheck")
    assert job is not None
    assert job.failure == "nothing is challenged"


def test_what_was_asked_once_is_kept_and_the_oldest_answers_go() -> None:
    jobs = Jobs()
    for name in ("a", "b", "c"):
        jobs.once(name, lambda _, name=name: name, keep=2)
        finished(jobs, name)
    kept = jobs.get("c")
    assert kept is not None
    assert jobs.once("c", lambda _: "again", keep=2) is kept
    assert kept.result == "c"
    assert (jobs.get("a"), jobs.get("b") is not None) == (None, True)
