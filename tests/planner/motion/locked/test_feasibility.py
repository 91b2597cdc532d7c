"""At which angles a joint may lock, and what had best give way."""

from pathlib import Path

import numpy as np
import pytest

from planner.motion.locked.choice import best_giving
from planner.motion.locked.feasibility import feasibility
from planner.motion.locked.task import Task
from planner.motion.locked.trial import Trial
from planner.motion.paths.line import straight
from predictor.model.files.robot_file import read_robot
from predictor.model.spatial import pose, rotation_from_euler_zyx
from telemetry.plan.giving import weights_of

ARM = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
BEGIN = pose(rotation_from_euler_zyx(np.pi, 0.0, 0.0), np.array([1.0459, 0.0, 0.1149]))
LINE = Task(robot=ARM, course=straight(BEGIN, np.array([0.0001, 0.6, 0.0001])))
START = np.radians([0.0, -120.2103, -109.3583, 0.0, -40.4314, 0.0])
END = np.radians([29.8392, -127.3219, -96.4890, 0.0, -46.1890, 29.8392])
A_TENTH = np.radians(0.15)


def trial(joint: int, gives: str = "z") -> Trial:
    return Trial(LINE, START, joint, weights_of(gives))


def gives(joint: int) -> str:
    low, high = sorted((float(START[joint]), float(END[joint])))
    return best_giving(LINE, START, joint, values=(low, high)).gives


def test_the_line_misses_as_much_as_is_published_with_joint_2_locked() -> None:
    assert trial(1).at(np.radians(-123.8), START).place == pytest.approx(0.08339, abs=5e-6)


def test_beyond_an_interval_s_end_the_line_is_lost_and_inside_it_is_not() -> None:
    (interval,) = feasibility(trial(1), count=12).intervals
    assert interval.low == ARM.limits.q_min[1]
    assert interval.high == pytest.approx(np.radians(-109.1), abs=A_TENTH)
    assert trial(1).at(interval.high - A_TENTH, START).is_feasible
    assert not trial(1).at(interval.high + A_TENTH, START).is_feasible


def test_what_is_lost_where_is_told_for_an_angle_that_is_not_feasible() -> None:
    assert "% of the line" in trial(1).at(np.radians(-108.0), START).reason
    assert "begin" in trial(1).at(np.radians(0.0), START).reason


def test_each_joint_has_its_own_coordinate_that_had_best_give_way() -> None:
    assert [gives(joint) for joint in (0, 3, 5)] == ["y", "roll", "roll"]


def test_a_joint_that_the_line_does_not_turn_costs_nothing_when_it_locks_there() -> None:
    choice = best_giving(LINE, START, 3, values=(0.0, 0.0))
    assert choice.dearest.cost < 1e-9
