"""Nearness, and the slope of the clearance by the tool that leads the arm."""

import math

import numpy as np
import pytest

from predictor.model.kinematics import tool_jacobian
from predictor.verdict.clearing import (
    BLUNT_SLOPE,
    clearing_direction,
    least_joint_rates,
    nearness,
    tool_slope,
)
from tests.nominal_run import MODEL

REQUIRED_M, FROM_M = 0.03, 0.05
J = tool_jacobian(MODEL.robot, np.radians([0.0, -120.0, -109.0, 0.0, -40.0, 0.0]))


@pytest.mark.parametrize("clearance", [0.03, 0.0, -1.0, math.nan])
def test_at_the_requirement_below_it_and_unknown_it_is_as_near_as_can_be(clearance):
    assert nearness(clearance, REQUIRED_M, FROM_M) == 1.0


def test_nearness_begins_without_a_step():
    near = [nearness(0.08 - step, REQUIRED_M, FROM_M) for step in (0.0, 1e-3, 2e-3)]
    assert near == pytest.approx([0.0, 0.0004, 0.0016])


def test_the_slope_times_a_twist_is_the_slope_times_the_joint_rates_that_give_it():
    rng = np.random.default_rng(3)
    dq, twist = rng.standard_normal(6), rng.standard_normal(6)
    assert tool_slope(J, dq) @ twist == pytest.approx(dq @ np.linalg.solve(J, twist))


def test_an_arm_of_five_joints_is_led_by_its_place_alone():
    slope, rates = tool_slope(J[:, 1:], np.ones(5)), least_joint_rates(J[:, 1:])
    assert slope[3:] == pytest.approx(np.zeros(3)) and np.isfinite(slope).all()
    assert J[:3, 1:] @ rates[:, :3] == pytest.approx(np.eye(3), abs=1e-9)


def test_a_direction_is_a_unit_vector_that_fades_where_the_tool_leads_weakly():
    lengths = [
        np.linalg.norm(clearing_direction(np.array([0.0, s, 0.0])))
        for s in (1.0, BLUNT_SLOPE, 0.5 * BLUNT_SLOPE, 0.0)
    ]
    assert lengths == pytest.approx([1.0, 1.0, 0.5, 0.0])
