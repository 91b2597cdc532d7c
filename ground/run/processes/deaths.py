"""Deaths of a rehearsal: what the supervisor does when a life is to end or begin."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from ground.run.processes.process import Child
from telemetry.drive.deaths import Change, Deaths
from telemetry.drive.persist import STORES


def carry_out_deaths(deaths: Deaths, children: Sequence[Child], *, folder: Path, now_ns: int) -> None:
    """Kill whose death is due, and let back whose return is; `folder` is the run's, `now_ns` its time."""
    for change in deaths.take(now_ns):
        for child in children:
            if child.role == change.participant:
                _change(child, change, folder)


def _change(child: Child, change: Change, folder: Path) -> None:
    if not change.begins:
        child.kill(for_good=not change.is_awaited)
        return
    if not change.keeps_store:
        shutil.rmtree(folder / STORES / child.role, ignore_errors=True)
    child.let_back()
