"""The gate's own looks before every release: each at the set-point and at the end of its stop."""

from types import SimpleNamespace

import pytest

from planner.gate.set_points.policy import Candidate, outside_bodies, within_limits
from predictor.motion.motion import LIMIT_SLACK
from predictor.motion.stop import JointLimits, rest, stop
from telemetry.messages.joint_state import JointState
from tests.trees import joint

T_S = 0.25
JOINTS = (joint("lift", kind="prismatic"),)
LIMITS = JointLimits(q_min=(-1.0,), q_max=(1.0,), qd_max=(0.2,), qdd_max=(0.1,), qddd_max=(0.4,))


def step_towards_the_limit(q):
    """One period at full speed that ends at q; its stop goes on for more than 0.2 rad."""
    begin, end = JointState((q - 0.2 * T_S,), (0.2,), (0.0,)), JointState((q,), (0.2,), (0.0,))
    return Candidate(begin, end, stop(end, LIMITS, T_S))


def test_a_step_at_full_speed_whose_stop_ends_inside_the_limits_is_within_them():
    assert within_limits(JOINTS, LIMITS, T_S)(step_towards_the_limit(0.5)) is None


def test_a_set_point_inside_the_limits_whose_stop_ends_beyond_them_is_not():
    step = step_towards_the_limit(0.9)
    assert step.end.q[0] < 1.0 < step.rest_q[0]
    doubt = within_limits(JOINTS, LIMITS, T_S)(step)
    assert doubt.reason == "limit" and doubt.detail == "joint 1 lift: its stop ends at 1.125 m"


def test_a_stop_that_ends_below_the_lower_limit_is_beyond_it_too():
    begin, end = JointState((-0.85,), (-0.2,), (0.0,)), JointState((-0.9,), (-0.2,), (0.0,))
    doubt = within_limits(JOINTS, LIMITS, T_S)(Candidate(begin, end, stop(end, LIMITS, T_S)))
    assert doubt.reason == "limit"


@pytest.mark.parametrize("inside", ["end", "rest_q"])
def test_neither_the_set_point_nor_the_end_of_its_stop_may_lie_in_a_body(inside):
    step = step_towards_the_limit(0.5)
    pose = {"end": step.end.q, "rest_q": step.rest_q}[inside]
    found = SimpleNamespace(limb="hand", body="target_bus")
    keep_out = SimpleNamespace(intrusion=lambda q, _: found if q == pose else None, base=None)
    doubt = outside_bodies(keep_out)(step)
    assert (doubt.reason, doubt.detail) == ("keep_out", "hand in target_bus")


def test_outside_all_bodies_is_no_doubt():
    keep_out = SimpleNamespace(intrusion=lambda q, _: None, base=None)
    assert outside_bodies(keep_out)(step_towards_the_limit(0.5)) is None


def test_an_arm_at_rest_needs_no_stop():
    assert within_limits(JOINTS, LIMITS, T_S)(Candidate(rest((0.1,)), rest((0.1,)), [])) is None


@pytest.mark.parametrize("q", [-1.0, 1.0])
def test_an_arm_may_rest_at_the_very_end_of_its_range(q):
    assert within_limits(JOINTS, LIMITS, T_S)(Candidate(rest((q,)), rest((q,)), [])) is None


@pytest.mark.parametrize(("more", "is_too_large"), [(0.0, False), (1e-15, True)])
def test_a_step_is_too_large_beyond_full_speed_over_a_period_and_its_slack(more, is_too_large):
    largest = LIMITS.qd_max[0] * T_S * (1.0 + LIMIT_SLACK)
    begin, end = JointState((0.0,), (0.2,), (0.0,)), JointState((largest + more,), (0.2,), (0.0,))
    doubt = within_limits(JOINTS, LIMITS, T_S)(Candidate(begin, end, stop(end, LIMITS, T_S)))
    assert (doubt is not None and doubt.reason == "step_too_large") is is_too_large


def test_a_step_that_only_accelerates_too_much_is_beyond_a_limit_which_is_told():
    step = Candidate(rest((0.0,)), JointState((0.01,), (0.1,), (0.1,)), [rest((0.02,))])
    doubt = within_limits(JOINTS, LIMITS, T_S)(step)
    assert doubt.reason == "limit" and doubt.detail.startswith("joint 1 lift")
