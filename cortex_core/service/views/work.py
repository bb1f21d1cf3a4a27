"""Long work in a thread of the server: a page polls it, a closed tab does not stop it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Any

from cortex_core.errors import CortexError

__all__ = ["Job", "Jobs"]


@dataclass(slots=True)
class Job:
    """One piece of work: how far it is, and its result or the sentence that says why there is none."""

    name: str
    done: int = 0
    of: int = 0
    finished: bool = False
    result: Any = None
    failure: str = ""

    def report(self, done: int, of: int) -> None:
        """Progress, as the work tells it."""
        self.done, self.of = done, of

    @property
    def share(self) -> float:
        """Between 0 and 1; 0 while the size is unknown."""
        return min(1.0, self.done / self.of) if self.of else 0.0


@dataclass(slots=True)
class Jobs:
    """The work of one server, at most one piece a name."""

    _lock: Lock = field(default_factory=Lock)
    _jobs: dict[str, Job] = field(default_factory=dict)

    def start(self, name: str, work: Callable[[Callable[[int, int], None]], Any]) -> Job:
        """Start ``work(progress)``, or return what runs under that name already."""
        with self._lock:
            running = self._jobs.get(name)
            if running is not None and not running.finished:
                return running
            job = self._jobs[name] = Job(name)
        Thread(target=_run, args=(job, work), name=f"cortex {name}", daemon=True).start()
        return job

    def once(self, name: str, work: Callable[[Callable[[int, int], None]], Any], keep: int = 8) -> Job:
        """The job of a name, started where there is none; finished ones beyond the newest ``keep`` are dropped."""
        found = self._jobs.get(name)
        if found is not None:
            return found
        with self._lock:
            ended = [each for each, job in self._jobs.items() if job.finished]
            for each in ended[: max(0, len(ended) - keep + 1)]:
                del self._jobs[each]
        return self.start(name, work)

    def get(self, name: str) -> Job | None:
        """The latest job of a name, finished or not."""
        return self._jobs.get(name)

    def forget(self, name: str) -> None:
        """Drop a finished job once its result has been shown."""
        with self._lock:
            job = self._jobs.get(name)
            if job is not None and job.finished:
                del self._jobs[name]


def _run(job: Job, work: Callable[[Callable[[int, int], None]], Any]) -> None:
    try:
        job.result = work(job.report)
    except CortexError as problem:
        job.failure = str(problem)
    except Exception as problem:  # noqa: BLE001 - a thread has nobody else to tell; the page shows it
        job.failure = f"The work stopped ({type(problem).__name__}). What was committed before stays; start it again."
    finally:
        job.finished = True
