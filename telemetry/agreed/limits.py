"""Ages, spans and lengths that several rooms and texts share: each once, the same in every run.

What follows from a run's own periods and delays is a property of `telemetry.agreed.run_settings`.  A role
that works on a grid of instants, t0 + k P, keeps to it by `next_instant`, and does not make up for a stall.
"""

from telemetry.agreed.run_settings import NS_PER_S, LinkPlan

OPERATOR_NS = 3 * NS_PER_S // 10  # age of the holder's beat at which the arming ends (R14)
DEAD_MAN_NS = 3 * NS_PER_S // 10  # age of a handle sample beyond which its dead-man counts no more (R14)
PREDICTOR_NS = NS_PER_S // 2  # age of the predictor's last sign that inhibits motion (R14)
ARM_FIRE_NS = 30 * NS_PER_S  # from ARM, within which a critical command is fired (R12)
QUIET_NS = NS_PER_S  # telemetry stays at the last pose for so long before anything is armed (R8)
QUIET_RAD = 0.008726646259971648  # 0.5 deg, or metres of a joint that slides: telemetry is at that pose
ROLL_BACKS = 3  # within the next, before arming has to pause
ROLL_BACKS_WITHIN_NS = 10 * NS_PER_S
RESUME_PATIENCE_NS = NS_PER_S  # beyond the round trip, until an unanswered resume may be repeated (R13)
HOLD_REPEATED_NS = 30 * NS_PER_S  # a HOLD that no report confirms goes up again for so long
CYCLE_LATE_NS = NS_PER_S // 200  # a tick that comes later than this after it was due is counted as late
CLOCK_STEP_NS = 3 * NS_PER_S // 10  # a clock further off than this has stepped (R14)
ESCAPE_M_S = 0.010  # of the fastest point of an arm that is led out from where it is too near (R10)
ESCAPE_FALLS_M = 0.001  # that no pair comes nearer in all of that, since it first was too near
CLEAR_BY_M = 0.002  # beyond what is required: there a retreat ends
STANDS_RAD = 0.004363323129985824  # 0.25 deg [rad or m]: a latched joint off by that is commanded where it is
ONBOARD_AGE_NS = 2 * NS_PER_S  # by which on-board time may be older than the one-way delay (invariant 5)


def jitter_bound_ns(link: LinkPlan) -> int:
    """Return how far the delays of two reports may lie apart, or a clock be off, unless it has stepped [ns].

    It follows the jitter that is stated of the link; never beyond the age at which a report is too old.
    """
    return min(max(CLOCK_STEP_NS, round(2.0 * link.jitter_s * NS_PER_S)), ONBOARD_AGE_NS)


def longest_lead_ns(*, buffer_ns: int, period_ns: int, error_ns: int = CLOCK_STEP_NS) -> int:
    """Return by how much `execute_at` may lie ahead on arrival on board; `error_ns`: of clock and delay."""
    return buffer_ns + period_ns + error_ns


def next_instant(on_grid_ns: int, *, period_ns: int, now_ns: int) -> int:
    """Return the first instant after `now_ns` of the grid that `on_grid_ns` belongs to [ns]."""
    return on_grid_ns + period_ns * ((now_ns - on_grid_ns) // period_ns + 1)
