"""All that is known of the arm in orbit: where it is, may be, and was taken; which of its joints fail.

sent, resumed -----> estimate, and where it may have stopped instead
report ------------> the same, base, joints ---> changes of the world, if something is not as it must be
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

from predictor.arm_now.base_estimate import BaseEstimate, BaseWatch, BoltedBase
from predictor.arm_now.estimate import ArmEstimate, ArmReport, SentNumber
from predictor.arm_now.failed_joints import FailedJoints
from predictor.arm_now.uncertainty import PossibleStops
from predictor.collision.method import Clearance, CollisionWorld
from predictor.inputs.arrays import Array
from predictor.model.base.floating_base import FloatingBase
from predictor.verdict.under_way import CarriedBase, UnderWayJudgement, judge_under_way, under_way_text
from telemetry.messages.joint_state import JointState

MM_PER_M = 1000.0
NEVER_NS = 2**63 - 1
BOLTED_SLACK_M = 0.01  # that a bolted base may seem to move, at the arm's full reach, where no margin says so

ChangeReason = Literal["base_elsewhere", "joint_locked", "joint_slipping", "not_following", "contact_now"]


class WorldChange(NamedTuple):
    """The world is another one: why, by the code of its reason, and in figures."""

    why: ChangeReason
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmSettings:
    """What a run says of its arm and its link."""

    period_ns: int
    patience_ns: int  # what was sent before has been done so long after the first report
    round_trip_ns: int  # of the link: what begins later than that after a report can still be stopped
    base_m: float  # that the base may be elsewhere, at the arm's full reach
    required_m: float


class ArmInOrbit:
    """What is known of one arm by what was sent and what was reported."""

    def __init__(
        self, world: CollisionWorld, settings: ArmSettings, *, base: BaseEstimate | None, failed: FailedJoints
    ) -> None:
        """Start with no arm in sight."""
        self._world, self._settings, self.base, self.failed = world, settings, base, failed
        self.estimate: ArmEstimate | None = None  # None: no report yet
        self._bolted = BoltedBase(world.robot)
        self._allowed_m = settings.base_m if base or settings.base_m > 0.0 else BOLTED_SLACK_M
        self._watch = BaseWatch(allowed_m=self._allowed_m, loop_ns=settings.patience_ns)
        self._unknown = partial(
            PossibleStops, world.robot.limits, settings.period_ns, patience_ns=settings.patience_ns
        )
        self._possible_stops = self._unknown()
        self._seen: ArmReport | None = None  # the newest
        self.newest: SentNumber = (0, 0)  # that left

    def on_set_point(self, number: SentNumber, state: JointState, execute_at_ns: int) -> None:
        """Take a set-point that left, spacecraft clock."""
        if self.estimate:
            self.newest = max(self.newest, number)
        if self.estimate and self.estimate.on_set_point(number, state, execute_at_ns):
            self._possible_stops.on_move(state, execute_at_ns + self._settings.period_ns)

    def on_resume(self, epoch: int) -> None:
        """Take a resume that was sent."""
        if self.estimate:
            self.estimate.on_resume(epoch)

    def on_report(
        self, report: ArmReport, T_seen: Array, *, is_stepped: bool, to_ground: Callable[[int], int]
    ) -> list[WorldChange]:
        """Take a report of the arm, its base at T_seen (4, 4); `is_stepped`: by another clock than before."""
        if self.estimate is None or is_stepped:
            floating = self.base.base if self.base else None
            self.estimate = ArmEstimate(report, self._settings.period_ns, floating)
            self._possible_stops = self._unknown()
            self.failed.forget_times()
            self._watch.forget_times()
        else:
            self.estimate.on_report(report)
        self._possible_stops.on_report(report)
        self._seen = report
        return [
            *self._base_changes(report, T_seen, self.estimate),
            *self._joint_changes(report, self.estimate, to_ground, T_seen=T_seen),
        ]

    def _base_changes(self, report: ArmReport, T_seen: Array, arm: ArmEstimate) -> list[WorldChange]:
        """Return a change of the world if the base is not where it must be."""
        base = self.base or self._bolted
        off_m, is_known = base.on_report(report, T_seen, arm), self._watch.is_elsewhere
        is_watched = self.base is None or self._world.base is not None
        if not is_watched or not self._watch.on_displacement(off_m, report.sampled_ns):
            return []
        base.accept(report)
        if is_known:
            return []
        off, allowed = f"{off_m * MM_PER_M:.1f} mm", f"{self._allowed_m * MM_PER_M:.1f} mm"
        bolted = "" if self.base else "; its model has it bolted, and needs a [platform]"
        problem = f"off by {off} at the arm's full reach, {allowed} allowed{bolted}"
        return [WorldChange("base_elsewhere", f"{problem}{self._under_way_text(report, arm)}")]

    def _joint_changes(
        self, report: ArmReport, arm: ArmEstimate, to_ground: Callable[[int], int], *, T_seen: Array
    ) -> list[WorldChange]:
        """Return a change of the world if a joint does not follow its command."""
        found = self.failed.on_report(report, to_ground, touching=partial(self._touching, report.q, T_seen))
        if found is None:
            return []
        return [WorldChange(found.why, f"{found.detail}{self._under_way_text(report, arm)}")]

    def on_world(self, world: CollisionWorld, base: FloatingBase | None) -> UnderWayJudgement:
        """Take the world after an update; return the judgement of all that has left and is not confirmed."""
        self._world = world
        if self.base and base:
            self.base.base = base
            if self.estimate:
                self.estimate.on_base(base)
        if self.estimate is None or self._seen is None:
            return UnderWayJudgement(0, 0, None)
        return self._under_way(self._seen, self.estimate, until_ns=NEVER_NS)

    def _under_way_text(self, report: ArmReport, arm: ArmEstimate) -> str:
        """Return words for what can no longer be recalled, judged in the world as it is seen now (R9)."""
        until_ns = report.sampled_ns + self._settings.round_trip_ns
        return under_way_text(self._under_way(report, arm, until_ns=until_ns))

    def _under_way(self, report: ArmReport, arm: ArmEstimate, *, until_ns: int) -> UnderWayJudgement:
        """Judge what was sent, not seen done in a report, and begins until then."""
        moves, T_begin = arm.under_way(report.sampled_ns, until_ns)
        carried = None
        if self.base and self._world.base:
            carried = CarriedBase(self.base.base, self.base.carried_to(T_begin))
        return judge_under_way(
            self._world,
            moves,
            self.failed.locked,
            required_m=self._settings.required_m,
            period_s=self._settings.period_ns * 1e-9,
            carried=carried,
        )

    @property
    def is_base_elsewhere(self) -> bool:
        """True while the base is not where the arm takes it, so that nothing can be verified."""
        return self._watch.is_elsewhere

    def _touching(self, q: tuple[float, ...], T_seen: Array) -> Clearance | None:
        """Return how near the arm is at joints (n,), if the clearance budget does not exclude a touch."""
        near = self._world.clearance(q, T_seen if self.base else None)
        return None if near.distance >= self._settings.required_m else near

    def resting(self, q: tuple[float, ...]) -> Array | None:
        """Return where the base (4, 4) will be once all that was sent is done, with the arm at q (n,)."""
        if self.base is None or self.estimate is None:
            return None
        return self.base.at_rest(self.estimate, q)

    def base_before(self, chain: bytes, q: tuple[float, ...]) -> Array | None:
        """Return where the base is as a move begins at q (n,), at the end of a chain of others.

        None: it is bolted to the ground, or not seen yet.
        """
        followed = self.base.followed(chain) if self.base else None
        return self.resting(q) if followed is None else followed

    def follow(self, chain: bytes, move: tuple[JointState, JointState], T_base: Array | None) -> Array | None:
        """Return where the base is after a queued move that begins with it at T_base; None: as there."""
        if self.base is None or T_base is None:
            return None
        return self.base.follow(chain, move, T_base, period_s=self._settings.period_ns * 1e-9)

    def stops(self, spacecraft_ns: int) -> Array | None:
        """Return where stops may have taken the joints (k, n) instead; None: it is not known."""
        return self._possible_stops.stops(spacecraft_ns)
