"""What a page needs of the messages of a run, beside the facts that its summary needs.

    each delivery ---> the one receiver at which its kind counts ---> courses, commands, steps, acts, forces

A kind counts at the seat of whoever flies if that gets it, else at the recorder, else at its first receiver.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from ground.console.facts.command_book import CommandBook
from ground.debrief.courses import Samples
from ground.score.hand_course import HandCourse
from telemetry.agreed.participants import RECORDER
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.link.delay_lanes import LaneFold
from telemetry.messages.acts import ActReply, LeaseRequest, ScriptDone
from telemetry.messages.base import Message
from telemetry.messages.command import Motion
from telemetry.messages.force import HandForce
from telemetry.messages.handle import HandleSample
from telemetry.messages.health import Truth
from telemetry.messages.plan import ProcedureReport
from telemetry.messages.prediction import CollisionState, Nearest, PredictedArm
from telemetry.messages.queue import GateStatus
from telemetry.messages.spacecraft import Telemetry
from telemetry.wire.routes import ROUTES

COMMANDED, NOW_SCENE, NOW_ITSELF, PHYSICS = "commanded", "to the scene", "to itself", "physics"


@dataclass(slots=True)
class Least:
    """The nearest that the arm came to anything, by one source."""

    at_s: float
    distance_m: float
    pair: tuple[str, ...]
    q: tuple[float, ...] | None  # the arm then; None: not known


@dataclass(slots=True)
class Gathered:
    """What was gathered so far."""

    run: RunSettings
    seat: str  # of whoever flew
    heard: Collection[str]  # participants that were given anything
    book: CommandBook = field(default_factory=lambda: CommandBook(most_leaves=1 << 40))
    lanes: LaneFold = field(default_factory=LaneFold)
    clearances: dict[str, Samples] = field(default_factory=dict)
    residual: Samples = field(default_factory=Samples)
    round_trip: Samples = field(default_factory=Samples)
    least: dict[str, Least] = field(default_factory=dict)  # by its source
    reports_s: list[float] = field(default_factory=list)  # when telemetry came
    procedure: list[tuple[float, ProcedureReport]] = field(default_factory=list)
    done: ScriptDone | None = None  # how far whoever flew came
    replies: list[tuple[float, ActReply]] = field(default_factory=list)
    forces: list[HandForce] = field(default_factory=list)
    motions: list[tuple[float, tuple[float, ...]]] = field(
        default_factory=list
    )  # when each left, and to where
    hand: HandCourse = field(default_factory=HandCourse)
    has_sealed_log: bool = False
    logins: set[str] = field(default_factory=set)  # of people
    _at: dict[type, str] = field(default_factory=dict)  # the receiver at which a kind counts
    _now_q: tuple[float, ...] | None = None

    def on_message(self, at_ns: int, role: str, message: Message) -> None:
        """Take one delivery."""
        kind = type(message)
        if self._at.get(kind) is None:
            self._at[kind] = self._receiver(kind, role)
        if self._at[kind] == role:
            self._on_message(at_ns, message)

    def _receiver(self, kind: type[Message], first: str) -> str:
        route, roles = ROUTES.get(kind), dict(self.run.participants)
        receivers = route.receivers if route else ()
        senders = route.senders if route else ()  # of what it says itself a seat gets nothing
        seats = (RECORDER,) if roles.get(self.seat) in senders else (self.seat, RECORDER)
        known = (who for who in seats if who in self.heard and roles.get(who) in receivers)
        return next(known, first)

    def _on_message(self, at_ns: int, message: Message) -> None:
        at_s = at_ns / NS_PER_S
        self.book.on_message(message, at_ns)
        self.lanes.on_message(message, at_ns)
        match message:
            case PredictedArm():
                self._now_q = message.q_now
                self.residual.add(at_s, message.residual)
                self._near(COMMANDED, at_s, message.nearest, q=message.q_commanded)
            case CollisionState():
                self._near(NOW_SCENE, at_s, message.scene, q=self._now_q)
                self._near(NOW_ITSELF, at_s, message.itself, q=self._now_q)
            case Truth(clearance=clearance, pair=pair):
                self._near(PHYSICS, at_s, Nearest(distance=clearance, pair=pair), q=None)
            case GateStatus(state=state, round_trip=round_trip, log=log):
                self.hand.on_state(state)
                self.has_sealed_log = self.has_sealed_log or log is not None
                if round_trip is not None:
                    self.round_trip.add(at_s, round_trip)
            case Telemetry():
                self.reports_s.append(at_s)
            case ProcedureReport():
                self.procedure.append((at_s, message))
            case ScriptDone():
                self.done = message
            case LeaseRequest(login=login):
                self.logins |= {login} - {""}
            case ActReply():
                self.replies.append((at_s, message))
            case HandleSample():
                self.hand.on_sample(message)
            case HandForce():
                self.forces.append(message)
            case Motion(set_point=point):
                self.motions.append((at_s, point.q))

    def _near(self, source: str, at_s: float, near: Nearest | None, *, q: tuple[float, ...] | None) -> None:
        if near is None:
            return
        self.clearances.setdefault(source, Samples()).add(at_s, near.distance)
        if q is None and source in (NOW_SCENE, NOW_ITSELF):
            return  # it could not be drawn
        known = self.least.get(source)
        if known is None or near.distance < known.distance_m:
            self.least[source] = Least(at_s, near.distance, near.pair, q)
