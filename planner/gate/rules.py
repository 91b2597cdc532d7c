"""What the gate is told once and never changes in a run: its periods, delays, limits and windows."""

from collections.abc import Set
from dataclasses import dataclass
from typing import Protocol

from predictor.stop import JointLimits
from telemetry.limits import RESUME_PATIENCE_NS
from telemetry.run_settings import NS_PER_S

LATE_SHARE = 0.5  # of a period: a tick later than this is a hold while in motion
LEAST_INTERVAL_SHARE = 0.9  # of a period, between two releases
FILLING_TICKS = 8  # beyond n_d: filling that lasts longer without a release ends by itself
EPOCHS_UNSEEN = 1000  # that a gate whose log is lost may have used since one that is known, or in each period
WINDOW_MARGIN = 2  # periods that stay free after the last sample of a stop
REPORT_GRACE_NS = 2 * NS_PER_S  # beyond the nominal time until a command's end is known


class Windows(Protocol):
    """When packets that are sent reach the spacecraft."""

    def has_window(self, now_ns: int) -> bool:
        """True if a packet sent now leaves within a contact window."""
        ...

    def closes_ns(self, now_ns: int) -> int:
        """Return when the present window closes [ns]."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The gate's part of the run settings, in nanoseconds."""

    period_ns: int  # T
    depth: int  # n_d, at least 2
    up_ns: int  # expected one-way delays
    down_ns: int
    buffer_ns: int  # on board
    telemetry_period_ns: int
    telemetry_limit_ns: int  # age beyond which telemetry inhibits motion
    configuration: bytes
    world: int  # version of the world that the gate itself has read
    limits: JointLimits
    required_m: float  # clearance that every verdict has to grant [m]
    windows: Windows
    scripts: Set[str]  # participants that are no persons

    def __post_init__(self) -> None:
        """Refuse what no queue can work with."""
        if self.depth < 2 or self.period_ns <= 0:
            raise ValueError(
                f"depth {self.depth} must be at least 2 and the period {self.period_ns} ns above 0"
            )

    @property
    def period_s(self) -> float:
        """T [s]."""
        return self.period_ns / NS_PER_S

    @property
    def oldest_ticks(self) -> int:
        """Age in ticks beyond which a queued entry is dropped with its epoch."""
        return self.depth + 2

    @property
    def filling_ticks(self) -> int:
        """Ticks from arming within which the first set-point has to leave."""
        return self.depth + FILLING_TICKS

    @property
    def patience_ns(self) -> int:
        """Time from release until an unreported command is lost."""
        return self.up_ns + self.down_ns + self.buffer_ns + self.period_ns + REPORT_GRACE_NS

    @property
    def resume_patience_ns(self) -> int:
        """Time until a resume that was not answered may be repeated."""
        return self.up_ns + self.down_ns + RESUME_PATIENCE_NS

    def has_room(self, now_ns: int, stop_periods: int) -> bool:
        """True if what is released now, and the stop after it, leave before the window closes."""
        return now_ns + (stop_periods + WINDOW_MARGIN) * self.period_ns <= self.windows.closes_ns(now_ns)
