"""Prepare a run before its first process starts: if any of it fails, nothing flies.

    folder, lock ---> addresses ---> keys, their lock ---> `run.json`: others find it ---> launch files

Of a run that comes to nothing here, no folder is left.
"""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ground.run.kept.known_runs import KnownRun, known_to_live, write_run_file
from ground.run.kept.locks import held
from ground.run.kept.run_folder import RunFolder
from ground.run.run_plan import RunPlan
from telemetry.agreed.participants import role_of
from telemetry.drive.run_clock import set_time_zero
from telemetry.files.refused import SafetyError
from telemetry.files.settings import FileError
from telemetry.keys.key_file import known_mode
from telemetry.keys.set_folder import SetOf, drawn, write_set
from telemetry.life.clock import utc_stamp
from telemetry.life.contract import RoleSpec
from telemetry.network.launch import Addresses, Launch
from telemetry.network.reservation import Reservation, claimed, reserve
from telemetry.recording.writing.mcap_file import ABOUT_FILE

KEYS_LOCK = "lock"  # in the folder of a station's keys
NICENESS = {
    "recorder": 5,
    "image_monitor": 10,
    "observer": 5,
    "approver": 5,
}  # by role; a console's drawing sets its own


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A run that can be started."""

    plan: RunPlan
    known: KnownRun
    launches: dict[str, Launch]  # by participant
    reservation: Reservation

    @property
    def folder(self) -> RunFolder:
        """The run's folder."""
        return self.plan.folder


@contextmanager
def prepared(plan: RunPlan) -> Iterator[Prepared]:
    """Prepare a run, and let it be known to live as long as this process watches over it.

    Raises:
        FileError: the folder cannot hold a run, or no addresses are left.
        SafetyError: another run of this host lives with the same keys.
    """
    with ExitStack() as ending:
        with removed_on_failure(plan.folder), must_be_written(plan.folder):
            ending.enter_context(known_to_live(plan.folder.path))
            reservation = ending.enter_context(_reserved(plan))
            draw_keys(plan)
            _hold_keys(plan, ending)
            known = _known(plan, reservation.addresses)
            write_run_file(known)
            if plan.about is not None:
                (plan.folder.path / ABOUT_FILE).write_bytes(msgspec.json.encode(plan.about))
            if plan.zero_utc_ns is not None:
                set_time_zero(plan.folder.path, plan.zero_utc_ns)
            launches = write_launches(plan, reservation.addresses)
        yield Prepared(plan=plan, known=known, launches=launches, reservation=reservation)


def _reserved(plan: RunPlan) -> Reservation:
    own = [spec.participant for spec in plan.specs]
    if plan.addresses is None:
        return reserve(own, participants=plan.participants)
    return claimed(plan.addresses, own)


@contextmanager
def must_be_written(folder: RunFolder) -> Iterator[None]:
    """Turn what cannot be written into an error: no run flies that others could not find.

    Raises:
        FileError: something could not be written.
    """
    try:
        yield
    except OSError as error:
        raise FileError(folder.path, "", f"cannot hold a run ({error.strerror})") from None


@contextmanager
def removed_on_failure(folder: RunFolder) -> Iterator[None]:
    """Leave no folder behind in which nothing has happened."""
    try:
        yield
    except (FileError, KeyboardInterrupt):
        shutil.rmtree(folder.path, ignore_errors=True)
        raise


def _known(plan: RunPlan, addresses: Addresses) -> KnownRun:
    return KnownRun(
        folder=str(plan.folder.path),
        mode=plan.mode,
        run_id=plan.run_id,
        begun=utc_stamp(),
        up_s=plan.up_s,
        down_s=plan.down_s,
        period_s=plan.period_s,
        keys=plan.keys,
        addresses=addresses,
    )


def draw_keys(plan: RunPlan) -> None:
    """Draw the keys of a run that has none of a station; OSError: they cannot be written."""
    if plan.keys is not None and plan.keys != plan.station_keys:
        what = SetOf(scope=plan.run_id, mode=known_mode(plan.mode), participants=plan.participants)
        write_set(plan.folder.keys, drawn(what).values())


def _hold_keys(plan: RunPlan, ending: ExitStack) -> None:
    """Hold the keys of a station as long as this process lives: two runs would share their numbers."""
    if plan.station_keys is None:
        return
    folder = Path(plan.station_keys.folder).parent
    try:
        ending.enter_context(held(folder / KEYS_LOCK))
    except BlockingIOError:
        problem = "another run of this host lives with these keys (`farhand runs`); end it (`farhand stop`)"
        raise SafetyError(folder, "", problem) from None


def write_launches(plan: RunPlan, addresses: Addresses) -> dict[str, Launch]:
    """Write one launch file for each participant and return them by participant."""
    launches = {spec.participant: _launch(plan, spec, addresses) for spec in plan.specs}
    for participant, launch in launches.items():
        plan.folder.launch(participant).write_bytes(msgspec.json.format(msgspec.json.encode(launch)))
    return launches


def _launch(plan: RunPlan, spec: RoleSpec, addresses: Addresses) -> Launch:
    return Launch(
        participant=spec.participant,
        settings=msgspec.Raw(msgspec.json.encode(spec.settings)),
        addresses=addresses,
        seed=plan.seed,
        folder=str(plan.folder.path),
        run_id=plan.run_id,
        mode=plan.mode,
        keys=plan.keys,
        faults=plan.faults,
        niceness=NICENESS.get(role_of(spec.participant, plan.participants), 0),
    )
