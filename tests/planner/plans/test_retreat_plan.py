"""The way out by plan: back along what was executed; where nothing was, the way that gets clear first."""

import numpy as np
import pytest

from planner.plans.certificate import is_sound
from planner.plans.make_plan import PlanTask
from planner.plans.retreat import make_retreat
from planner.plans.ways_out import ExecutedPoses
from predictor.collision.method import build_world
from predictor.run_model import read_model
from telemetry.messages.plan import PlanRefused
from telemetry.messages.prediction import BrokenMargin, World
from tests.nominal_run import nominal_run

RUN = nominal_run()
MODEL = read_model(RUN)
WORLD = build_world("capsules", MODEL.robot, MODEL.scene)
INSIDE = tuple(np.radians((0.0, -130.557221, -110.653143, 0.0, -39.175776, 0.0)).tolist())
NEAR = WORLD.clearance(INSIDE)


def task(locked=()):
    broken = (BrokenMargin(pair=NEAR.pair, distance=NEAR.distance),)
    world = World(version=MODEL.world_version, configuration=RUN.configuration, broken=broken)
    return PlanTask("out", RUN, INSIDE, (), world, locked)


def back(*shifts):
    """Poses on a way that led there: joint 2 turned back."""
    return tuple(tuple(np.add(INSIDE, np.eye(6)[1] * by).tolist()) for by in shifts)


def test_it_goes_back_along_the_poses_that_were_executed_to_the_first_that_is_clear():
    executed = back(0.01, 0.03, 0.05, 0.07)
    planned = make_retreat(task(), executed)
    goals = [move.q for move in planned.moves]
    assert goals == list(executed[: len(goals)]) and len(goals) < 4
    assert WORLD.clearance(goals[-1]).distance >= RUN.margins.required_m + 0.002
    assert planned.trajectory.states[-1].q == pytest.approx(goals[-1])


def test_its_certificate_is_sound_and_says_that_it_is_one_of_a_way_out():
    certificate = make_retreat(task(), ()).certificate
    assert certificate.retreat and is_sound(certificate)
    assert certificate.clearance >= NEAR.distance - 0.001


def test_where_nothing_was_executed_it_goes_where_it_gets_clear_first():
    planned = make_retreat(task(), ())
    assert WORLD.clearance(planned.trajectory.states[-1].q).distance >= RUN.margins.required_m + 0.002


def test_what_was_executed_and_leads_nearer_is_not_gone_along():
    planned = make_retreat(task(), back(-0.03, -0.06))
    assert [move.q for move in planned.moves] != list(back(-0.03, -0.06))
    assert planned.certificate.clearance >= NEAR.distance - 0.001


def test_a_locked_joint_stays_and_where_none_can_move_there_is_no_way():
    planned = make_retreat(task(locked=("joint_2",)), ())
    assert {state.q[1] for state in planned.trajectory.states} == {INSIDE[1]}
    refused = make_retreat(task(locked=tuple(f"joint_{k}" for k in range(1, 7))), ())
    assert isinstance(refused, PlanRefused) and refused.reason == "no_way_out"


def test_poses_are_kept_as_they_were_commanded_the_newest_first():
    executed = ExecutedPoses()
    for q in back(0.1, 0.099, 0.05, 0.0):
        executed.add(q)
    assert executed.newest_first == back(0.0, 0.05, 0.1)
