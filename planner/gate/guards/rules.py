"""The rules of one run, which never change in it: periods, delays, windows, limits."""

from collections.abc import Mapping, Set
from dataclasses import dataclass

from predictor.geometry.drift import allowance_of
from predictor.model.joint_tree import Joint
from predictor.motion.stop import JointLimits
from predictor.run_model import Model
from telemetry.agreed.limits import RESUME_PATIENCE_NS
from telemetry.agreed.run_settings import NS_PER_S, Commanding, LinkPlan

LATE_SHARE = 0.5  # of a period: a tick later than this is a hold while in motion
LEAST_INTERVAL_SHARE = 0.9  # of a period, between two releases
FILLING_TICKS = 8  # beyond n_d: filling that lasts longer without a release ends by itself
EPOCHS_UNSEEN = 1000  # that a gate whose log is lost may have used since one that is known, or in each period
WINDOW_MARGIN_PERIODS = 2  # periods that stay free after the last sample of a stop
REPORT_GRACE_NS = 2 * NS_PER_S  # beyond the nominal time until a command's end is known


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The gate's part of the run settings and of the model, and what follows from it."""

    commanding: Commanding
    link: LinkPlan
    configuration: bytes
    world: int  # version of the world that the gate itself has read
    joints: tuple[Joint, ...]  # that are commanded, by their names for people
    limits: JointLimits
    required_m: float  # clearance that every verdict has to grant [m],
    allowances: Mapping[str, float]  # and more of it by shapes that may drift [m]
    scripts: Set[str]  # participants that are no persons
    approvers: Set[str]  # that fire what another has armed, without the lease
    tools: Set[str]  # names of the arm's tools
    cameras: Set[str]  # names of those on board
    roles: Mapping[str, str]  # that participants play
    is_rehearsal: bool  # there a script may fire
    model: Model  # that the gate itself has read
    is_numbered: bool = True  # this life of the gate: another commands no motion

    def __post_init__(self) -> None:
        """Refuse what no queue can work with."""
        depth, period_ns = self.commanding.depth, self.commanding.period_ns
        if depth < 2 or period_ns <= 0:
            raise ValueError(f"depth {depth} must be at least 2 and the period {period_ns} ns above 0")

    def required_of(self, pair: tuple[str, str]) -> float:
        """Return the clearance that a verdict on this pair has to grant [m]."""
        return self.required_m + allowance_of(pair, self.allowances)

    @property
    def oldest_ticks(self) -> int:
        """Age in ticks beyond which a queued entry is dropped with its epoch."""
        return self.commanding.depth + 2

    @property
    def filling_ticks(self) -> int:
        """Ticks from arming within which the first set-point has to leave."""
        return self.commanding.depth + FILLING_TICKS

    @property
    def patience_ns(self) -> int:
        """Time from release until an unreported command is lost."""
        on_board_ns = self.commanding.buffer_ns + self.commanding.period_ns
        return self.link.round_trip_ns + on_board_ns + REPORT_GRACE_NS

    @property
    def answer_ns(self) -> int:
        """Time from release within which it is to be known what became of a resume or HOLD."""
        return self.link.round_trip_ns + self.commanding.period_ns + self.link.telemetry_period_ns

    def known_ns(self, executes_ns: int) -> int:
        """Return by when it is to be known that a move, which begins then, is executed; ground clock [ns]."""
        on_board_ns = self.commanding.period_ns + self.link.telemetry_period_ns
        return executes_ns + on_board_ns + self.link.down_ns

    @property
    def resume_patience_ns(self) -> int:
        """Time until a resume that was not answered may be repeated."""
        return self.link.round_trip_ns + RESUME_PATIENCE_NS

    def has_room(self, now_ns: int, stop_periods: int) -> bool:
        """True if what is released now, and the stop after it, leave before the window closes."""
        leaves_ns = now_ns + (stop_periods + WINDOW_MARGIN_PERIODS) * self.commanding.period_ns
        return leaves_ns <= self.link.closes_ns(now_ns)
