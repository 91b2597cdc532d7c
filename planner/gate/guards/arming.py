"""The guards of arming (R8): what must be true before anything may start to move, in this order.

Each guard returns a `Doubt` with its reason, or None.  Whether the act fits the state at all is the table's
to say: `telemetry.agreed.authority`.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from planner.gate.guards.quiet import offset_text, tolerance_text
from planner.gate.set_points.copies_and_keys import StateKey
from planner.gate.set_points.policy import Doubt
from planner.plans.certificate import is_sound
from predictor.inputs.world_version import is_same_content
from predictor.model.joint_tree import Joint
from telemetry.agreed.limits import ROLL_BACKS, ROLL_BACKS_WITHIN_NS
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import is_attitude
from telemetry.messages.handle import Steering
from telemetry.messages.plan import Certificate
from telemetry.plan.freshness import START_TOLERANCE, farthest, staleness

PAUSE_NS = 5 * NS_PER_S
LEASE_NS = 10 * NS_PER_S
PLANS_KEPT = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Arming:
    """What an act has armed; it belongs to the holder of the lease, and ends with that lease."""

    holder: str
    tick: int  # the last tick before the act
    source: Literal["plan", "teleop"]
    certificate: Certificate | None = None  # of the plan
    tool: str = ""  # that the hand moves; empty: the arm's first
    steering: Steering = field(default_factory=Steering)  # how it does
    retreat: bool = False  # out from where the arm is too near, by verdicts on a way out alone

    @property
    def length(self) -> int | None:
        """Set-points of the plan; None: as many as the hand gives."""
        return len(self.certificate.points) if self.certificate else None

    @property
    def key(self) -> StateKey:
        """The holder, and what was armed."""
        digest = self.certificate.digest if self.certificate else None
        return (self.holder, self.source, digest, self.tool, self.steering, self.retreat)


class AuthorityLease:
    """The lease: one holder at a time, for 10 s, renewed by asking; its end is sent before another has it."""

    def __init__(self) -> None:
        """Start without a holder."""
        self.holder = ""
        self.until_ns = self.session = 0

    def ask(self, participant: str, now_ns: int, *, session: int = 0) -> bool:
        """Grant or renew; False if another holds it, or the end of its time has not been sent yet."""
        if self.holder and not self.is_held_by(participant, now_ns):
            return False
        self.holder, self.until_ns, self.session = participant, now_ns + LEASE_NS, session
        return True

    def end(self) -> None:
        """End it before its time."""
        self.holder = ""

    def has_expired(self, now_ns: int) -> bool:
        """True once, when the holder has not renewed in time."""
        if not self.holder or now_ns < self.until_ns:
            return False
        self.holder = ""
        return True

    def is_held_by(self, participant: str, now_ns: int) -> bool:
        """True if `participant` may act."""
        return bool(participant) and participant == self.holder and now_ns < self.until_ns

    def key(self, now_ns: int) -> StateKey:
        """Return the holder, and for how long."""
        left_ns = max(0, self.until_ns - now_ns) if self.holder else 0
        return (self.holder, left_ns, self.session if self.holder else 0)


class DeadManPress:
    """The dead-man: only a press that is newer than the last hold arms."""

    def __init__(self) -> None:
        """Start as after a hold."""
        self._was_released = False
        self._pressed = False

    def on_sample(self, pressed: bool) -> None:
        """Take the switch of one handle sample."""
        self._pressed = pressed
        self._was_released = self._was_released or not pressed

    def on_hold(self) -> None:
        """A hold: whatever is pressed now does not count any more."""
        self._was_released = False

    @property
    def is_new(self) -> bool:
        """True if it was released and pressed again since the last hold."""
        return self._was_released and self._pressed

    @property
    def key(self) -> StateKey:
        """What the next samples are compared with."""
        return (self._was_released, self._pressed)


class RollBackPause:
    """After three roll-backs within 10 s, arming waits for 5 s."""

    def __init__(self) -> None:
        """Start without roll-backs."""
        self._at_ns: deque[int] = deque(maxlen=ROLL_BACKS)
        self._until_ns: int | None = None
        self._pair = ("", "")

    def on_roll_back(self, pair: tuple[str, str], now_ns: int) -> None:
        """Count a roll-back."""
        self._at_ns.append(now_ns)
        self._pair = pair
        if len(self._at_ns) == ROLL_BACKS and now_ns - self._at_ns[0] <= ROLL_BACKS_WITHIN_NS:
            self._until_ns = now_ns + PAUSE_NS

    def doubt(self, now_ns: int) -> Doubt | None:
        """Return the pause and the pair that caused it, or None."""
        if self._until_ns is None or now_ns >= self._until_ns:
            return None
        return Doubt(Reason.ROLLBACK_PAUSE, f"{self._pair[0]} and {self._pair[1]}")

    def key(self, now_ns: int) -> StateKey:
        """Return the roll-backs that still count, and the pause."""
        counting = tuple(now_ns - at_ns for at_ns in self._at_ns if now_ns - at_ns <= ROLL_BACKS_WITHIN_NS)
        if self._until_ns is None or now_ns >= self._until_ns:
            return (counting, None)
        return (counting, (self._until_ns - now_ns, self._pair))


class CertifiedPlans:
    """The certified plans that the planner has announced; the newest 16, armed under one lease alone."""

    def __init__(self) -> None:
        """Start without plans."""
        self._certificates: dict[str, Certificate] = {}
        self._of_lease: set[str] = set()  # those that came since the lease was taken

    def on_new_holder(self) -> None:
        """The lease was taken: what came before was asked for by somebody else, or without it."""
        self._of_lease.clear()

    def add(self, certificate: Certificate) -> None:
        """Keep a certificate, if its digest is that of its contents."""
        if not is_sound(certificate):
            return
        self._certificates.pop(certificate.plan_id, None)
        self._certificates[certificate.plan_id] = certificate
        self._of_lease.add(certificate.plan_id)
        if len(self._certificates) > PLANS_KEPT:
            oldest = next(iter(self._certificates))
            del self._certificates[oldest]
            self._of_lease.discard(oldest)

    def find(self, plan_id: str, digest: bytes) -> Certificate | None:
        """Return the certificate of exactly this plan."""
        certificate = self._certificates.get(plan_id)
        return certificate if certificate is not None and certificate.digest == digest else None

    def lease_doubt(self, plan_id: str) -> Doubt | None:
        """Return the doubt about a plan that came before the lease was taken."""
        return None if plan_id in self._of_lease else Doubt(Reason.OTHER_LEASE)

    @property
    def key(self) -> StateKey:
        """Which plans may be armed, in the order in which they are forgotten."""
        return tuple(
            (plan_id, certificate.digest, plan_id in self._of_lease)
            for plan_id, certificate in self._certificates.items()
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmingFacts:
    """What the guards look at, at one instant."""

    operator_silent: bool
    inhibition: Reason | None
    detail: str  # figures of the inhibition, for people
    latched: bool
    quiet: bool
    may_rearm_early: bool  # the last end was a roll-back or a dead-man let go, and its stop is fully released
    pause: Doubt | None
    world: int | None
    configuration: bytes
    r_q: tuple[float, ...] | None  # [rad], if r is known and at rest
    unrest: str  # what it would have to wait for, with figures
    joints: tuple[Joint, ...]  # by their names, for people
    inside: str  # what the arm rests nearer to than is required, with figures; empty: nothing


def guard_retreat(facts: ArmingFacts, *, retreat: bool) -> Doubt | None:
    """Return the doubt about a retreat of an arm that is clear, or of anything else while it is not."""
    if retreat and not facts.inside:
        return Doubt(Reason.CLEAR_AGAIN)
    return Doubt(Reason.INSIDE_MARGIN, facts.inside) if facts.inside and not retreat else None


def guard(facts: ArmingFacts) -> Doubt | None:
    """Return the first doubt about arming anything."""
    if facts.operator_silent:
        return Doubt(Reason.OPERATOR_SILENT)
    if facts.latched:
        return Doubt(Reason.LATCHED)
    if facts.pause:
        return facts.pause
    if facts.inhibition:
        return Doubt(facts.inhibition, facts.detail)
    if facts.r_q is None:
        return Doubt(Reason.NOT_QUIET, facts.unrest)
    return None


def guard_plan(facts: ArmingFacts, certificate: Certificate | None, *, retreat: bool = False) -> Doubt | None:
    """Return the first doubt about arming a plan."""
    doubt = guard(facts) or guard_retreat(facts, retreat=retreat)
    if doubt:
        return doubt
    if certificate is None:
        return Doubt(Reason.NO_CERTIFICATE)
    if certificate.retreat is not retreat:
        return Doubt(Reason.CERTIFICATE_MISMATCH, "a way out is armed as a retreat, and nothing else is")
    return _outdated(facts, certificate) or (None if facts.quiet else Doubt(Reason.NOT_QUIET, facts.unrest))


def _outdated(facts: ArmingFacts, certificate: Certificate) -> Doubt | None:
    """Return why the certificate does not count any more; a world of other files is another model."""
    r_q, world = facts.r_q or (), facts.world
    reason = staleness(certificate, configuration=facts.configuration, world=world, r_q=r_q)
    if reason is Reason.WORLD_CHANGED and world is not None and not is_same_content(certificate.world, world):
        reason = Reason.CONFIGURATION_MISMATCH
    apart = farthest(certificate.start_q, r_q)
    if reason is Reason.START_MISMATCH and apart is not None:
        allowed = tolerance_text(facts.joints, apart, START_TOLERANCE)
        return Doubt(reason, f"{offset_text(facts.joints, apart)} from its start, {allowed}")
    return Doubt(reason) if reason else None


def guard_steering(steering: Steering) -> Doubt | None:
    """Return the doubt about axes that are no attitude to steer in."""
    return None if is_attitude(steering.quat_axes) else Doubt(Reason.NO_AXES, f"{steering.quat_axes}")


def guard_teleop(
    facts: ArmingFacts, press: DeadManPress, dead_man: Reason | None, *, retreat: bool = False
) -> Doubt | None:
    """Return the first doubt about arming the hand."""
    doubt = guard(facts) or guard_retreat(facts, retreat=retreat)
    if doubt:
        return doubt
    if dead_man is Reason.DEAD_MAN_STALE:
        return Doubt(dead_man)
    if dead_man or not press.is_new:
        return Doubt(Reason.DEAD_MAN_NOT_PRESSED)
    return None if facts.quiet or facts.may_rearm_early else Doubt(Reason.NOT_QUIET, facts.unrest)
