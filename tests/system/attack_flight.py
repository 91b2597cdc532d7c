"""One flight of the attack: a short pass with trouble from its seed, judged by physics and by the audit.

    plan(seed) ---> roles, faults ---> virtual time ---> Audit (ground.audit.observer)
                                                    '----------> Orbit's account: contacts, latch, rest

Nothing here decides what is right: the audit does, and what the simulated spacecraft really did.
"""

import shutil
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ground.campaign.audit_witness import AuditWitness
from ground.faults.fault_seams import FaultSeams, changes
from ground.faults.ground_faults import Stepped
from ground.rehearsal.roles import roles
from ground.scenario.scenario import run_settings
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.seams import LifeChanges
from telemetry.drive.store import FileStore, MemoryStore
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.drive.virtual_time import Timing, VirtualTime
from telemetry.files.settings import FileError
from telemetry.messages.acts import ScriptDone
from telemetry.messages.command import HoldCommand, ResumeCommand
from telemetry.messages.health import Truth
from telemetry.messages.spacecraft import Telemetry
from tests.system.attack_hand import FeltAccount
from tests.system.attack_orbit import Orbit
from tests.system.attack_plan import Plan, draw

SLICE_NS = 100_000_000
CODED_EACH = 10  # seeds: the others show the same without
AFTER_NS = NS_PER_S // 2
TRACE = 20  # messages before it that a finding shows
QUIET = ("HandleSample", "OperatorBeat", "PredictedArm", "Beat", "Telemetry", "GateStatus", "World", "Credit",
         "RecorderHealth", "Keep", "BridgeReport", "CommandChanges", "Uplink", "Downlink", "Truth", "Tapped",
         "HandIntent", "HandForce", "DeviceState", "DeviceForce", "Fixtures")  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """What one flight showed, in words that name everything needed to fly it again."""

    seed: int
    rule: str
    at_s: float
    text: str
    story: str  # the plan of trouble
    trace: tuple[str, ...]

    def __str__(self):
        lines = [f"seed {self.seed}, {self.at_s:.3f} s, {self.rule}: {self.text}", self.story, *self.trace]
        return "\n    ".join(lines)


class Watching(AuditWitness):
    """The audit of a flight, which all that is said passes first."""

    def __init__(self, flight):
        super().__init__(flight.run, flight.plan.faults)
        self._flight = flight

    def on_sent(self, at_ns, sender, message):
        self._flight.sent(at_ns, sender, message)
        super().on_sent(at_ns, sender, message)

    def drop_judged(self):
        """Keep it: the account of orbit knows more than telemetry does."""


class Flight:
    """One seed."""

    def __init__(self, plan: Plan, folder: Path, change=lambda specs: specs):
        self.scene = folder / "scene.toml"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(plan.scenario.scene, self.scene)
        plan.scenario = msgspec.structs.replace(plan.scenario, scene=str(self.scene))
        self.plan = plan
        self.run = run_settings(plan.scenario, seed=plan.seed, run_id=f"attack-{plan.seed}")
        witness = Watching(self)
        self.audit = witness.audit
        self.orbit = Orbit(self.run, plan)
        self.felt = FeltAccount(self.audit)
        if any(isinstance(fault, Stepped) for fault in plan.faults):
            self.felt.step_clocks()
        self.trace = []  # (at_ns, text)
        self.done_ns = None
        specs = change(plan.wrapped(roles(plan.scenario, self.run), self.orbit.look))
        self.driver = (VirtualTime if self.is_coded else UncodedTime)(
            specs,
            seed=plan.seed,
            timing=Timing(work_ns=round(plan.scenario.commanding.planner_latency_s * NS_PER_S)),
            stores=lambda role: self._store(folder, role),
        )
        self.driver.seams, self.driver.witness = FaultSeams(plan.faults, plan.seed), witness

    @property
    def is_coded(self):
        """Whether messages are coded: where a fault acts on octets, and in one seed of some."""
        return self.plan.seed % CODED_EACH == 0 or any(fault.acts_on_octets for fault in self.plan.faults)

    def _store(self, folder, role):
        return FileStore(folder / role, sync=False) if role in ("gate", "recorder") else MemoryStore()

    def fly(self):
        """Fly to the end; returns the findings."""
        deaths = LifeChanges(changes(self.plan.faults))
        end_ns = round(self.plan.scenario.duration_s * NS_PER_S)
        while self.driver.now_ns < end_ns and not self._is_over():
            until_ns = min(end_ns, self.driver.now_ns + SLICE_NS, deaths.due_ns)
            try:
                self.driver.run(until_ns=until_ns)
            except Exception as error:  # whatever a role raises is a finding
                self.audit.find(self.driver.now_ns, "crash", f"{error!r} in {_place(error)}")
                break
            self.driver.now_ns = until_ns
            for change in deaths.take_due(until_ns):
                self._do(change)
        return self._findings()

    def _is_over(self):
        return self.done_ns is not None and self.driver.now_ns > self.done_ns + AFTER_NS

    def _do(self, change):
        """Kill a role, or start it again."""
        role, now_ns = change.participant, self.driver.now_ns
        is_there = self.driver.role(role) is not None
        if change.begins and not is_there:
            self._start(change, now_ns)
        elif not change.begins and is_there:
            self.driver.kill(role)
            self.note(now_ns, f"{role} is killed")

    def _start(self, change, now_ns):
        role, keeps_store = change.participant, change.keeps_store
        if change.at_ns in self.plan.edits:  # the target is somewhere else
            self.scene.write_text(self.scene.read_text().replace("[1.05, 0.3, -0.42]", "[2.05, 0.3, -0.42]"))
        try:
            self.driver.start(role, None if keeps_store else MemoryStore())
        except FileError as error:
            self.note(now_ns, f"{role} does not come up: {error}")
            return
        self.note(now_ns, f"{role} starts again")

    def note(self, at_ns, text):
        """Keep a line of the trace."""
        self.trace.append((at_ns, text))

    def sent(self, at_ns, sender, message):
        """Show a message to the audit and to the account of orbit."""
        kind = type(message).__name__
        self.felt.take(message, at_ns)
        if isinstance(message, Truth):
            self.orbit.truth(message, at_ns)
        elif isinstance(message, HoldCommand):
            self.orbit.pressed(message, at_ns)
        elif isinstance(message, Telemetry):  # between two looks, and gone with a reset before the second
            self.orbit.reported.add((message.executed_epoch, message.executed))
        elif isinstance(message, ScriptDone):
            self.done_ns = self.done_ns or at_ns
        elif isinstance(message, ResumeCommand):
            self.orbit.resumes.append((at_ns, message.epoch))
        if kind not in QUIET:
            self.note(at_ns, f"{sender}: {_short(message)}")

    def _findings(self):
        self.orbit.judge(self.driver.now_ns, self.audit)
        return [
            Finding(self.plan.seed, rule, at_ns / NS_PER_S, text, self.plan.story, self._before(at_ns))
            for at_ns, rule, text, _ in sorted(self.audit.findings, key=lambda finding: finding.at_ns)
        ]

    def _before(self, at_ns):
        """The newest lines of the trace at an instant."""
        lines = [f"{line_ns / NS_PER_S:8.3f} {text}" for line_ns, text in self.trace if line_ns <= at_ns]
        return tuple(lines[-TRACE:])


def _place(error):
    """Where an exception comes from."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def _short(message):
    text = repr(message)
    return text if len(text) <= 150 else f"{text[:150]} ..."


def fly(seed, always=(), change=lambda specs: specs, plant="physics"):
    """Fly one seed; returns the findings."""
    plan = draw(seed, always)
    plan.scenario = plan.scenario.with_plant(plant)
    with tempfile.TemporaryDirectory() as folder:
        return Flight(plan, Path(folder), change).fly()
