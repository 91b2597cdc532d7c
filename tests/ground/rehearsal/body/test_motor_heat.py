import numpy as np
import pytest

from ground.rehearsal.body.motor_heat import (
    COPPER_PER_K,
    HOUSING_K_PER_W,
    PEAK,
    RATED_AT_K,
    RATED_W,
    STRUCTURE_K,
    WINDING_J_PER_K,
    WINDING_K_PER_W,
    MotorHeat,
)

A_DAY_S = 86_400.0
RATED_A = 4.0


def motors(n):
    return MotorHeat(np.full(n, RATED_A))


def loss_w(amperes, kelvin):
    return RATED_W * (amperes / RATED_A) ** 2 * (1.0 + COPPER_PER_K * (kelvin - RATED_AT_K))


def after(seconds, currents, *, step_s=0.1):
    heat = motors(len(currents))
    for _ in range(round(seconds / step_s)):
        heat.step(np.array(currents), step_s)
    return heat.winding


def test_without_current_a_motor_stays_as_warm_as_the_structure():
    assert after(60.0, [0.0, 0.0]).tolist() == [STRUCTURE_K] * 2


def test_at_first_a_winding_keeps_all_of_its_loss():
    [warm] = after(0.1, [5.0])
    assert warm - STRUCTURE_K == pytest.approx(loss_w(5.0, STRUCTURE_K) * 0.1 / WINDING_J_PER_K)


def test_in_the_end_all_loss_flows_through_both_resistances():
    heat = motors(1)
    heat.step(np.array([3.0]), A_DAY_S)
    [rise] = heat.winding - STRUCTURE_K
    watts = loss_w(3.0, STRUCTURE_K + rise)
    assert rise == pytest.approx(watts * (WINDING_K_PER_W + HOUSING_K_PER_W))


def test_the_sign_of_a_current_does_not_matter_and_more_of_it_is_warmer():
    forth, back, more = after(10.0, [2.0, -2.0, 4.0])
    assert forth == back
    assert STRUCTURE_K < forth < more


def test_a_motor_cools_down_again():
    heat = motors(1)
    heat.step(np.array([10.0]), 60.0)
    hot = heat.winding.copy()
    heat.step(np.array([0.0]), 60.0)
    assert STRUCTURE_K < heat.winding[0] < hot[0]


def test_heat_of_a_fault_adds_to_that_of_the_current():
    heat = motors(2)
    heat.added_w[1] = 400.0
    heat.step(np.zeros(2), 1.0)
    assert heat.winding.tolist() == pytest.approx([STRUCTURE_K, STRUCTURE_K + 10.0])


def test_long_steps_are_divided_and_give_the_same():
    heat = motors(1)
    heat.step(np.array([5.0]), 60.0)
    assert heat.winding == pytest.approx(after(60.0, [5.0], step_s=0.1), abs=0.2)


def test_a_drive_lets_no_more_flow_than_its_motor_bears():
    assert motors(3).limited(np.array([-1000.0, 1.0, 1000.0])).tolist() == [
        -PEAK * RATED_A,
        1.0,
        PEAK * RATED_A,
    ]
