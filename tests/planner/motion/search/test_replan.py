"""A plan whose direct way is unsafe: led around, certified and told, or refused in plain words."""

import math

import numpy as np
import pytest
from msgspec import structs

from ground.scenario.scenario import load, run_settings
from planner.motion.search import detour, replan
from planner.motion.search.cancellation import Cancellation
from planner.motion.search.free_route import find_route
from planner.motion.tool_courses.frames import quaternion_of, vector_of
from planner.plans.make_plan import PlannedPath, PlanTask, make_plan
from predictor.collision.method import build_world
from predictor.model.kinematics import tool_pose
from predictor.run_model import read_model
from telemetry.agreed.reasons import Reason
from telemetry.life.contract import WorkDone
from telemetry.messages.plan import JointMove, PlaceMove
from telemetry.messages.prediction import World
from telemetry.recording.given.driver_records import pack_driver_record

SETTINGS = run_settings(load("roller_cell"), seed=1, run_id="around")
MODEL = read_model(SETTINGS)
JOINTS = MODEL.robot.commanded
WORLD = World(version=MODEL.world_version, configuration=SETTINGS.configuration)
LEFT, UP, RIGHT, INSIDE = (
    tuple(np.radians(q).tolist())
    for q in (
        (60.0, 20.0, -40.0, 0.0, 60.0, 0.0),
        (60.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        (-60.0, 20.0, -40.0, 0.0, 60.0, 0.0),
        (0.0, 20.0, -40.0, 0.0, 60.0, 0.0),
    )
)
NEXT = tuple(np.radians((110.0, 80.0, 30.0, -90.0, 0.0, 110.0)).tolist())  # elbow up
BEFORE = tuple(
    np.radians((80.0, 70.0, 90.0, -30.0, 0.0, 70.0)).tolist()
)  # nearer to elbow down, in the floor
A_MICRON = 1e-6
LITTLE = 0.3  # of its duration; by a narrow bend it was five times as long
AROUND = (JointMove(q=UP), JointMove(q=LEFT), JointMove(q=RIGHT))


def planned(*moves, start_q=LEFT):
    return make_plan(PlanTask("pass", SETTINGS, start_q, moves, WORLD))


def place_of(q):
    T = tool_pose(MODEL.robot, q)
    return PlaceMove(p_base_tool=vector_of(T[:3, 3]), quat_base_tool=quaternion_of(T[:3, :3]))


@pytest.fixture(scope="module")
def around():
    return planned(*AROUND)


def test_only_the_move_whose_direct_way_is_unsafe_goes_around(around):
    assert isinstance(around, PlannedPath)
    assert around.around == ((), (), ("forearm", "roller"))
    assert around.longer_s[:2] == (0.0, 0.0)
    assert around.longer_s[2] > 0.0


def test_the_way_around_is_flown_hardly_slower_than_the_direct_one(around):
    span, longer_s = around.trajectory.spans[2], around.longer_s[2]
    flown_s = (span.last - span.first + 1) * SETTINGS.commanding.period_s
    assert longer_s < LITTLE * flown_s


def test_what_goes_around_is_certified_with_all_of_its_stops(around):
    assert around.certificate.clearance >= SETTINGS.margins.required_m
    assert around.trajectory.states[-1].q == pytest.approx(RIGHT, abs=1e-12)


def test_a_search_that_is_cancelled_in_its_midst_looks_for_no_further_route(monkeypatch):
    cancellation, found = Cancellation(), []

    def find_then_cancel(*asked):
        found.append(find_route(*asked))
        cancellation.is_asked = len(found) == 3
        return found[-1]

    monkeypatch.setattr(detour, "find_route", find_then_cancel)
    refused = make_plan(PlanTask("pass", SETTINGS, LEFT, AROUND, WORLD, cancellation=cancellation))
    assert (refused.reason, len(found)) == (Reason.PLANNING_CANCELLED, 3)


def test_a_place_behind_what_is_in_the_way_is_reached_by_going_around():
    found = planned(place_of(RIGHT))
    assert isinstance(found, PlannedPath) and found.around == (("forearm", "roller"),)
    error = tool_pose(MODEL.robot, found.trajectory.states[-1].q) - tool_pose(MODEL.robot, RIGHT)
    assert np.abs(error).max() < A_MICRON


def test_a_place_whose_nearest_joint_values_are_unsafe_is_reached_by_the_next_ones():
    found = planned(place_of(NEXT), start_q=BEFORE)
    assert isinstance(found, PlannedPath), found
    assert found.trajectory.states[-1].q == pytest.approx(NEXT, abs=A_MICRON)
    assert found.around == (("elbow", "floor"),)
    assert found.certificate.clearance >= SETTINGS.margins.required_m


def test_a_place_that_no_joint_values_reach_safely_is_refused_for_the_nearest_ones():
    refused = planned(place_of(INSIDE))
    assert refused.detail.startswith("move 1: its goal itself is unsafe: ")


def test_the_same_task_makes_the_same_plan(around):
    assert planned(*AROUND).certificate.digest == around.certificate.digest


def test_a_plan_that_goes_around_can_be_recorded(around):
    assert pack_driver_record(WorkDone("plan", around))


def test_a_move_that_is_to_go_direct_is_refused_as_it_was():
    refused = planned(JointMove(q=RIGHT, avoids=False))
    assert refused.reason == Reason.PLAN_COLLISION
    assert "forearm and roller" in refused.detail


def test_a_goal_that_is_unsafe_itself_is_told_with_pair_and_distance():
    refused = planned(JointMove(q=INSIDE))
    assert refused.reason == Reason.PLAN_COLLISION
    assert refused.detail.startswith("move 1: its goal itself is unsafe: ")
    assert "mm needed; near it is safe: joint_" in refused.detail


def test_the_goal_that_is_offered_instead_is_safe():
    refused = planned(JointMove(q=INSIDE))
    told = dict(each.split()[:2] for each in refused.detail.split("near it is safe: ")[1].split(", "))
    goal = [
        math.radians(float(told.get(j.name, math.degrees(q)))) for j, q in zip(JOINTS, INSIDE, strict=True)
    ]
    assert "goal itself is unsafe" not in getattr(planned(JointMove(q=tuple(goal))), "detail", "")


def test_no_way_around_is_told_with_what_is_in_the_way():
    refused = planned(JointMove(q=RIGHT[:1], joints=("joint_s",)))
    assert refused.reason == Reason.PLAN_COLLISION
    assert "forearm and roller" in refused.detail
    assert "no way around found in " in refused.detail


NEAR, FAR = (
    tuple(np.radians(q).tolist())
    for q in ((82.6, 44.2, -37.8, -40.9, 56.1, -22.0), (33.7, 53.1, -57.4, -76.3, 20.3, -12.8))
)


def barely_clear(most_stretches, monkeypatch):
    """Return a plan whose own poses have 0.2 mm more than is required, and the stops from them less."""
    world = build_world(SETTINGS.collision_method, MODEL.robot, MODEL.scene)
    way = np.array(NEAR) + np.linspace(0.0, 1.0, 60)[:, None] * np.subtract(FAR, NEAR)
    least, margins = float(world.batch(way).distance.min()) - 2e-4, SETTINGS.margins
    geometry_m = margins.geometry_m + least - margins.required_m
    settings = structs.replace(SETTINGS, margins=structs.replace(margins, geometry_m=geometry_m))
    monkeypatch.setattr(replan, "MOST_STRETCHES", most_stretches)
    known = World(version=MODEL.world_version, configuration=settings.configuration)
    move = JointMove(q=FAR, avoids=False)
    return make_plan(PlanTask("pass", settings, NEAR, (move,), known))


def test_a_plan_whose_stops_alone_would_come_too_near_is_stretched(monkeypatch):
    slower = barely_clear(replan.MOST_STRETCHES, monkeypatch)
    assert isinstance(slower, PlannedPath) and slower.around == ((),)
    assert slower.longer_s[0] > 1.0 and slower.certificate.clearance >= 0.03


def test_as_fast_as_it_can_go_the_same_plan_is_refused(monkeypatch):
    assert barely_clear(0, monkeypatch).reason == Reason.PLAN_COLLISION
