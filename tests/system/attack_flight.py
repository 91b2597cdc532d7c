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

from ground.audit.law import JointBounds, Law
from ground.audit.log_chain import released_digest
from ground.audit.observer import Audit
from ground.faults.fault_seams import FaultSeams, changes
from ground.faults.ground_faults import Stepped
from ground.rehearsal.roles import roles
from ground.scenario.scenario import run_settings
from predictor.model.files.robot_file import read_robot
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.seams import LifeChanges
from telemetry.drive.store import FileStore, MemoryStore
from telemetry.drive.virtual_time import Timing, VirtualTime
from telemetry.files.settings import FileError
from telemetry.messages.acts import ScriptDone
from telemetry.messages.command import HoldCommand, ResumeCommand
from telemetry.messages.health import Truth
from telemetry.messages.spacecraft import Telemetry, Uplink
from telemetry.wire.codec import Reader, Received
from tests.system.attack_hand import FeltAccount
from tests.system.attack_orbit import Orbit
from tests.system.attack_plan import Plan, draw

SLICE_NS = 100_000_000
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


class Witnessed(FaultSeams):
    """The faults of a flight, through which all that is said passes: the audit reads it here."""

    def __init__(self, faults, seed, flight):
        super().__init__(faults, seed)
        self._flight = flight
        self._said = None  # the message whose receivers are being served, and when it was said

    def copies(self, parcel, now_ns):
        if self._said is None or parcel.message is not self._said[0] or now_ns != self._said[1]:
            self._said = parcel.message, now_ns
            self._flight.sent(now_ns, parcel.sender, parcel.message)
        return super().copies(parcel, now_ns)


class Watched:
    """The gate's store, under the eye of the audit."""

    def __init__(self, store, audit):
        self._store, self._audit = store, audit

    def __getattr__(self, name):
        return getattr(self._store, name)

    def append(self, key, record):
        self._store.append(key, record)
        self._audit.on_persisted(key, released_digest(record))


class Flight:
    """One seed."""

    def __init__(self, plan: Plan, folder: Path, change=lambda specs: specs):
        self.scene = folder / "scene.toml"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(plan.scenario.scene, self.scene)
        plan.scenario = msgspec.structs.replace(plan.scenario, scene=str(self.scene))
        self.plan = plan
        self.run = run_settings(plan.scenario, seed=plan.seed, run_id=f"attack-{plan.seed}")
        self.audit = Audit(_law(self.run), write_ns=plan.write_ns, gate_ns=plan.gate_ns)
        self.orbit = Orbit(self.run, plan)
        self.felt = FeltAccount(self.audit)
        if any(isinstance(fault, Stepped) for fault in plan.faults):
            self.felt.step_clocks()
        self.trace = []  # (at_ns, text)
        self.done_ns = None
        self._speaker = ""  # who has said what the gate hears now
        specs = change(plan.wrapped(roles(plan.scenario, self.run), self.orbit.look, self._listen))
        self.driver = VirtualTime(
            specs,
            seed=plan.seed,
            timing=Timing(work_ns=round(plan.scenario.commanding.planner_latency_s * NS_PER_S)),
            stores=lambda role: self._store(folder, role),
            observe=self.heard,
        )
        self.driver.seams = Witnessed(plan.faults, plan.seed, self)
        self._reader = Reader(self.run.speakers)

    def _store(self, folder, role):
        if role not in ("gate", "recorder"):
            return MemoryStore()
        store = FileStore(folder / role, sync=False)
        return Watched(store, self.audit) if role == "gate" else store

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
            self.driver.start(role, None if keeps_store else self._fresh(role))
        except FileError as error:
            self.note(now_ns, f"{role} does not come up: {error}")
            return
        self.note(now_ns, f"{role} starts again")
        if role == "gate":
            self.audit.on_restart(now_ns, keeps_store=keeps_store)

    def _fresh(self, role):
        return Watched(MemoryStore(), self.audit) if role == "gate" else MemoryStore()

    def note(self, at_ns, text):
        """Keep a line of the trace."""
        self.trace.append((at_ns, text))

    def sent(self, at_ns, sender, message):
        """Show a message to the audit and to the account of orbit."""
        kind = type(message).__name__
        self.felt.take(message, at_ns)
        if isinstance(message, Truth):
            self.orbit.truth(message, at_ns)
        elif isinstance(message, Uplink):
            self._went_up(message.packet, at_ns)
        elif isinstance(message, HoldCommand):
            self.orbit.pressed(message, at_ns)
        elif isinstance(message, Telemetry):  # between two looks, and gone with a reset before the second
            self.orbit.reported.add((message.executed_epoch, message.executed))
        elif isinstance(message, ScriptDone):
            self.done_ns = self.done_ns or at_ns
        elif isinstance(message, ResumeCommand):
            self.orbit.resumes.append((at_ns, message.epoch))
        if sender == "gate":
            self.audit.on_sent(at_ns, sender, kind, body=_plain(message))
        if kind not in QUIET:
            self.note(at_ns, f"{sender}: {_short(message)}")

    def _listen(self, sender):
        self._speaker = sender

    def heard(self, at_ns, role, message):
        """Show the audit what came to a role."""
        if role == "gate":
            kind = type(message).__name__
            self.audit.on_heard(at_ns, kind, body=_plain(message), speaker=self._speaker)

    def _went_up(self, packet, at_ns):
        received = self._reader.decode(packet, "up")
        if isinstance(received, Received):
            self.audit.on_sent(
                at_ns, "bridge", type(received.message).__name__, body=_plain(received.message)
            )

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


def _plain(message):
    return msgspec.to_builtins(message, builtin_types=(bytes,))


def _place(error):
    """Where an exception comes from."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def _short(message):
    text = repr(message)
    return text if len(text) <= 150 else f"{text[:150]} ..."


def _law(run):
    limits = read_robot(Path(run.robot_file)).limits
    return Law(
        period_ns=run.commanding.period_ns,
        depth=run.commanding.depth,
        required_m=run.margins.required_m,
        configuration=run.configuration,
        bounds=JointBounds(
            q_min=limits.q_min,
            q_max=limits.q_max,
            qd_max=limits.qd_max,
            qdd_max=limits.qdd_max,
            qddd_max=limits.qddd_max,
        ),
    )


def fly(seed, always=(), change=lambda specs: specs, plant="physics"):
    """Fly one seed; returns the findings."""
    plan = draw(seed, always)
    plan.scenario = plan.scenario.with_plant(plant)
    with tempfile.TemporaryDirectory() as folder:
        return Flight(plan, Path(folder), change).fly()
