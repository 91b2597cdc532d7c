"""The law of the tool by itself: the walls of its workspace, to the last bit of where a stop ends."""

from dataclasses import replace

import numpy as np
import pytest

from planner.teleoperation.tool_law import (
    AT_WALL,
    ToolMotion,
    axis_limits,
    stop_distance,
    towards_rate,
    wall_passed,
    within_workspace,
)
from tests.planner.teleoperation.leading import LIMITS

WIDE = (1.0, 1.0, 1.0)
AT_ZERO = ToolMotion(np.eye(4), np.zeros(6), np.zeros(6))
GENTLE = LIMITS.gentler(0.25)
SPEED = 0.03
SIGNS = pytest.mark.parametrize("sign", [-1.0, 1.0])


def walls(sign, place):
    """Return limits with one wall along x, at a place on that side of zero."""
    low, high = [-1.0, -1.0, -1.0], [*WIDE]
    (low if sign < 0.0 else high)[0] = sign * place
    return replace(LIMITS, workspace=(tuple(low), tuple(high)))


def at(x, v=0.0):
    """Return a tool at a place along x, with a velocity along it."""
    T_base_tool, twist = np.eye(4), np.zeros(6)
    T_base_tool[0, 3], twist[0] = x, v
    return ToolMotion(T_base_tool, twist, np.zeros(6))


@SIGNS
def test_a_speed_whose_stop_ends_on_the_wall_itself_is_given_in_full(sign):
    bounds, wanted = axis_limits(LIMITS)[0], np.array([sign * SPEED, 0.0, 0.0, 0.0, 0.0, 0.0])
    after = towards_rate((0.0, 0.0), SPEED, bounds)
    end = after.shift + stop_distance(after.v, after.a, bounds)
    allowed, notes = within_workspace(AT_ZERO, wanted, walls(sign, end))
    assert np.array_equal(allowed, wanted) and notes == ()
    assert within_workspace(AT_ZERO, wanted, walls(sign, 0.99 * end))[1] == (
        f"clamped_workspace: x 0.000 m, wall at {sign * 0.99 * end:.3f} m",
    )


@SIGNS
def test_a_stop_that_ends_past_a_wall_by_rounding_alone_passes_none(sign):
    limits = walls(sign, 0.0)
    assert wall_passed(AT_ZERO, at(sign * AT_WALL), limits, gentle=limits) == ""
    assert wall_passed(AT_ZERO, at(2.0 * sign * AT_WALL), limits, gentle=limits) == "workspace x"


@SIGNS
def test_a_wall_that_the_gentle_stop_alone_would_pass_is_named(sign):
    after = at(0.0, sign * SPEED)
    hard, gentle = (stop_distance(SPEED, 0.0, axis_limits(limits)[0]) for limits in (LIMITS, GENTLE))
    assert hard < gentle
    assert wall_passed(AT_ZERO, after, walls(sign, 0.5 * (hard + gentle)), gentle=GENTLE) == "workspace x"
    assert wall_passed(AT_ZERO, after, walls(sign, 1.01 * gentle), gentle=GENTLE) == ""
