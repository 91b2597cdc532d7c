"""The legs of a plan as they would be flown one after the other."""

import numpy as np

from planner.commands.flown_legs import PlanAsked, PlanPart, flown_legs
from planner.plans.make_plan import PlannedPath
from telemetry.messages.plan import JointMove
from tests.nominal_run import nominal_run

HOME = tuple(np.radians([0.0, -90.0, -90.0, 0.0, 0.0, 0.0]).tolist())
ASIDE = (0.1, *HOME[1:])


def legs(*starts):
    move = JointMove(q=ASIDE)
    parts = tuple(
        PlanPart(step=k, kind="moves", moves=(move,), start=start) for k, start in enumerate(starts, 1)
    )
    asked = PlanAsked(name="pass", settings=nominal_run(), start_q=HOME, parts=parts)
    return [leg.planned for leg in flown_legs(asked)]


def test_a_leg_that_begins_where_the_one_before_it_did_not_end_is_refused_with_the_figures():
    first, second = legs(HOME, HOME)
    assert isinstance(first, PlannedPath)
    assert second.reason == "starts_elsewhere"
    assert second.detail == "joint 1 is at 5.72958 deg, the plan begins at 0 deg, 0.25 deg tolerated"
