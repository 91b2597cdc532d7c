"""Fly a scenario in virtual time and return its summary."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ground.faults.any_fault import GroundFault
from ground.faults.fault_seams import changes, on_ground, seams_of
from ground.rehearsal.roles import OperatorName, roles
from ground.rehearsal.scenario_info import about_rehearsal
from ground.rehearsal.summing_up import summarise
from ground.report.facts.facts import Facts
from ground.report.facts.proofs import audited
from ground.report.run_summary import Driven, Summary
from ground.run.processes.interrupts import CTRL_C, Interrupted
from ground.run.processes.process import ProcessRow
from ground.scenario.preflight import check_start_pose
from ground.scenario.scenario import run_settings
from ground.scenario.scenario_table import Scenario
from telemetry.agreed.participants import RECORDER
from telemetry.agreed.run_settings import NS_PER_S, PolicyName
from telemetry.drive.bounded_store import NewestStore, SpooledStore
from telemetry.drive.factory import AppendStore
from telemetry.drive.seams import LifeChanges
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.drive.virtual_time import Observer, Timing, VirtualTime
from telemetry.files.settings import FileError
from telemetry.life.clock import monotonic_ns
from telemetry.life.contract import RoleSpec
from telemetry.messages.base import Message
from telemetry.recording.records.record import About
from telemetry.recording.writing.mcap_file import RecordingStore

SLICE_NS = 5 * NS_PER_S  # of mission time between two progress lines
AFTERMATH_NS = NS_PER_S // 2  # the last changes of state reach the operator

OnProgress = Callable[[float, str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """What distinguishes one flight of a scenario from another."""

    seed: int
    policy: PolicyName | None = None  # None: the scenario's own
    cameras: bool = False  # True: pictures, and the role that watches them
    recording: Path | None = None  # None: nothing is kept
    operator: OperatorName = "script"
    source: str | None = None  # name or path that the scenario was loaded from, for the recording
    witness: Observer | None = None  # called with each message to any participant
    change: Callable[[list[RoleSpec]], list[RoleSpec]] = list  # of the roles that fly
    shown: bool = True  # False: on no screen, so that roles tell only as much as roles look at
    coded: bool = True  # False: messages go as they are, unless it is recorded or a fault acts on octets

    def is_coded(self, faults: Iterable[GroundFault]) -> bool:
        """Return whether messages are coded in a flight with these faults."""
        return self.coded or self.recording is not None or any(fault.acts_on_octets for fault in faults)


def fly(scenario: Scenario, flight: Flight, *, on_progress: OnProgress | None = None) -> Summary:
    """Fly the scenario and return the summary (`ground.report.run_summary`).

    Raises:
        FileError: the recording, the robot, the scene or the start pose cannot be used.
        Interrupted: Ctrl-C, or the signal that a KeyboardInterrupt names; what was recorded is kept.
    """
    flown = VirtualFlight(scenario, flight)
    try:
        flown.fly(on_progress)
    finally:
        flown.close()
    return flown.summary()


class VirtualFlight:
    """One flight in virtual time: from its first event to its summary."""

    def __init__(self, scenario: Scenario, flight: Flight) -> None:
        """Stand ready.

        Raises:
            FileError: the recording, the robot, the scene or the start pose cannot be used.
        """
        self._scenario, self._flight = scenario, flight
        run_id = f"{scenario.name}-{flight.seed}"
        run = run_settings(scenario, seed=flight.seed, run_id=run_id, policy=flight.policy)
        self.run = run = msgspec.structs.replace(run, shown=flight.shown)
        source, plant = flight.source or scenario.name, scenario.truth.plant
        check_start_pose(source, run, scenario.start_q, key=scenario.start_key, plant=plant)
        faults = on_ground(scenario.faults)
        self.facts, self.is_coded = Facts.of(run, faults=faults), flight.is_coded(faults)
        self._recording = _recording(flight, about_rehearsal(scenario, run, source=flight.source))
        self._stores: list[SpooledStore] = []
        self._specs = flight.change(roles(scenario, run, cameras=flight.cameras))
        self._began_ns = self._ended_ns = monotonic_ns()
        try:
            self.driver = (VirtualTime if self.is_coded else UncodedTime)(
                self._specs,
                seed=flight.seed,
                timing=Timing(work_ns=round(scenario.commanding.planner_latency_s * NS_PER_S)),
                stores=self._store_of,
                observe=_observer(self.facts, flight.witness),
            )
        except KeyboardInterrupt as asked:
            self.close()
            raise self._interrupted(asked) from None
        except BaseException:
            self.close()
            raise
        self.driver.seams = seams_of(scenario.faults, flight.seed)
        self.driver.empty_store = self._empty_store

    def fly(self, on_progress: OnProgress | None = None) -> None:
        """Run until the script is done or the scenario's time is over, and a moment longer.

        Raises:
            Interrupted: Ctrl-C, or the signal that a KeyboardInterrupt names; what was recorded is kept.
        """
        driver, facts, until_ns = self.driver, self.facts, 0
        limit_ns = round(self._scenario.duration_s * NS_PER_S)
        deaths = LifeChanges(changes(self._scenario.faults))
        self._began_ns = monotonic_ns()
        try:
            while until_ns < limit_ns and facts.script is None:
                driver.kill_and_start(deaths, until_ns)
                until_ns = min(until_ns + SLICE_NS, limit_ns, deaths.due_ns)
                driver.run(until_ns=until_ns, finished=lambda: facts.script is not None)
                if on_progress:
                    on_progress(until_ns / NS_PER_S, facts.state or "starting")
            driver.run(until_ns=driver.now_ns + AFTERMATH_NS)
            driver.close()
        except KeyboardInterrupt as asked:
            raise self._interrupted(asked) from None
        self._ended_ns = monotonic_ns()

    def _interrupted(self, asked: KeyboardInterrupt) -> Interrupted:
        return Interrupted(str(asked) or CTRL_C, _given_up(self.facts, self._flight.recording))

    def close(self) -> None:
        """Close the recording, and give up what the roles have written."""
        if self._recording:
            self._recording.close()
        for store in self._stores:
            store.close()

    def _store_of(self, participant: str) -> AppendStore:
        if participant == RECORDER and self._recording:
            return self._recording
        return self._empty_store(participant)

    def _empty_store(self, participant: str) -> AppendStore:
        """Return a store; without a recording the recorder has to know only how far it came."""
        if participant == RECORDER:
            return NewestStore()
        self._stores.append(SpooledStore())
        return self._stores[-1]

    def summary(self) -> Summary:
        """Return how it went; its recording is read once more, for the audit."""
        flight = self._flight
        driven = Driven(
            "virtual",
            flight.seed,
            (self._ended_ns - self._began_ns) / NS_PER_S,
            [ProcessRow(role=spec.participant, pid=os.getpid()) for spec in self._specs],
            str(flight.recording) if flight.recording else None,
            audit=audited(flight.recording) if flight.recording else None,
            coded=self.is_coded,
        )
        return summarise(self._scenario, self.run, self.facts, driven=driven)


def _observer(facts: Facts, witness: Observer | None) -> Observer:
    if witness is None:
        return facts.on_message

    def on_message(at_ns: int, role: str, message: Message) -> None:
        facts.on_message(at_ns, role, message)
        witness(at_ns, role, message)

    return on_message


def _given_up(facts: Facts, recording: Path | None) -> str:
    """Return what was done until an interrupt."""
    has_any = recording is not None and facts.duration_s > 0.0
    kept = f"what was recorded until then is {recording}" if has_any else "there is no recording"
    return f"at {facts.duration_s:.1f} s of virtual time: nothing real has moved, nothing is judged; {kept}"


def _recording(flight: Flight, description: About) -> RecordingStore | None:
    """Return the file that keeps what the recorder persists; everything else lasts as long as the run."""
    if flight.recording is None:
        return None
    try:
        flight.recording.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(flight.recording.parent, "", f"cannot hold a recording ({error.strerror})") from None
    return RecordingStore(flight.recording, description, sync=False)
