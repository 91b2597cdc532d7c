"""The folder of a run: one launch file for each process, its log, its store, the recording.

<runs>/<scenario>-<seed>-<UTC>/
    run.json  time_zero.json  clock/  status.json  recording.json  recording*.mcap  summary.json
    launch/<participant>.json   log/<participant>.log   lock/<participant>   store/<participant>/
"""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from ground.run.runs import KnownRun
from telemetry.clock import utc_stamp
from telemetry.contract import RoleSpec
from telemetry.network.addresses import Addresses, Launch
from telemetry.settings import FileError

GIVES_WAY = {
    "recorder": 5,
    "image_monitor": 10,
}  # participant -> niceness; the console's drawing sets its own


class RunFolder(NamedTuple):
    """Paths of one run."""

    path: Path

    @property
    def is_there(self) -> bool:
        """True if a run has been prepared in it."""
        return (self.path / "launch").is_dir()

    def launch(self, participant: str) -> Path:
        """Return the launch file of a participant."""
        return self.path / "launch" / f"{participant}.json"

    def log(self, participant: str) -> Path:
        """Return the log of a participant."""
        return self.path / "log" / f"{participant}.log"

    @property
    def status(self) -> Path:
        """The supervisor's status, rewritten while the run goes on."""
        return self.path / "status.json"

    @property
    def summary(self) -> Path:
        """The summary of the run, once it has ended."""
        return self.path / "summary.json"


def make_folder(runs: Path, name: str) -> RunFolder:
    """Make an empty run folder; a number is added if the name is taken.

    Raises:
        FileError: it cannot be made.
    """
    for number in range(1, 1000):
        path = runs / (name if number == 1 else f"{name}-{number}")
        try:
            path.mkdir(parents=True)
            (path / "launch").mkdir()
            (path / "log").mkdir()
        except FileExistsError:
            continue
        except OSError as error:
            raise FileError(path, "", f"cannot hold a run ({error.strerror})") from None
        return RunFolder(path.resolve())
    raise FileError(runs / name, "", "exists already a thousand times")


def new_run_id(name: str) -> str:
    """Return an id that no other run has, of any user of any host."""
    return f"{name}-{secrets.token_hex(4)}"


class RunPlan(NamedTuple):
    """What all launch files of a run have in common."""

    folder: RunFolder
    addresses: Addresses
    seed: int
    run_id: str
    mode: str = "rehearsal"


def known_run(plan: RunPlan, *, up_s: float, down_s: float, period_s: float) -> KnownRun:
    """Return what others must know of the run, which begins now."""
    return KnownRun(
        folder=str(plan.folder.path),
        mode=plan.mode,
        run_id=plan.run_id,
        begun=utc_stamp(),
        up_s=up_s,
        down_s=down_s,
        period_s=period_s,
        addresses=plan.addresses,
    )


def write_launches(plan: RunPlan, specs: Sequence[RoleSpec]) -> dict[str, Launch]:
    """Write one launch file for each participant and return them by participant."""
    launches = {spec.participant: _launch(plan, spec) for spec in specs}
    for participant, launch in launches.items():
        plan.folder.launch(participant).write_bytes(msgspec.json.format(msgspec.json.encode(launch)))
    return launches


def _launch(plan: RunPlan, spec: RoleSpec) -> Launch:
    kind = type(spec.settings)
    return Launch(
        participant=spec.participant,
        factory=spec.factory,
        settings_type=f"{kind.__module__}:{kind.__qualname__}",
        settings=msgspec.Raw(msgspec.json.encode(spec.settings)),
        addresses=plan.addresses,
        seed=plan.seed,
        folder=str(plan.folder.path),
        run_id=plan.run_id,
        mode=plan.mode,
        niceness=GIVES_WAY.get(spec.participant, 0),
    )
