"""Deaths of a rehearsal: the supervisor's side of the list of faults (`telemetry.drive.faults`)."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from ground.run.process import Child
from telemetry.drive.deaths import Change, Deaths
from telemetry.drive.persist import STORES


def carry_out_deaths(deaths: Deaths, children: Sequence[Child], *, folder: Path, now_ns: int) -> None:
    """Kill whose death is due, and let back whose return is; `folder` is the run's, `now_ns` its time."""
    for change in deaths.take(now_ns):
        for child in children:
            if child.role == change.fault.participant:
                _change(child, change, folder)


def _change(child: Child, change: Change, folder: Path) -> None:
    if not change.begins:
        child.kill(for_good=change.fault.back_ns is not None)
        return
    if not change.fault.keeps_store:
        shutil.rmtree(folder / STORES / child.role, ignore_errors=True)
    child.let_back()
