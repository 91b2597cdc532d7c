"""The verdict's function: the move and the stop after it, limits and clearance, everywhere."""

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from predictor.collision.method import build_world
from predictor.geometry.drift import with_drift
from predictor.geometry.scenes.scene_file import read_scene
from predictor.inputs.finite import NotFiniteError
from predictor.model.files.robot_file import read_robot
from predictor.motion.stop import moves, rest, state_within, stop
from predictor.verdict.judge import judge, warm
from telemetry.messages.joint_state import JointState

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots" / "shiyan7_like.toml")
SCENE = read_scene(SCENARIOS / "scenes" / "adjacent_target.toml")
WORLD = build_world("capsules", ROBOT, SCENE)
PERIOD, REQUIRED = 0.25, 0.03
HOME = rest(ROBOT.home_q)
LINE_START = np.radians([0.0, -120.210281213, -109.358320348, 0.0, -40.431398439, 0.0])
DOWN = np.array([0.0, -0.1, 0.0, 0.0, 0.0, 0.0])  # joint speeds that lower the hand onto the handrail
NEEDLESS = 0.002  # [m]


def verdict(previous, state, required=REQUIRED, world=WORLD):
    return judge(world, previous, state, required_m=required, period_s=PERIOD)


def cruise(q, qd):
    """Return two states one period apart, at constant speed."""
    ends = (q - PERIOD * qd, q)
    return [JointState(tuple(end.tolist()), tuple(qd.tolist()), (0.0,) * 6) for end in ends]


def sampled_clearance(previous, state):
    """Return the least clearance on the move and its stop, sampled every 4 ms."""
    track = [previous, state, *stop(state, ROBOT.limits, PERIOD)]
    return min(
        WORLD.clearance(state_within(moves(a, b, PERIOD), t).q).distance
        for a, b in pairwise(track)
        for t in np.linspace(0.0, PERIOD, 64)
    )


def test_standing_still_at_home_is_ok_with_the_clearance_of_home():
    judged = verdict(HOME, HOME)
    expected = WORLD.clearance(HOME.q)
    assert (judged.ok, judged.reason, judged.time_to_contact_s) == (True, "", None)
    assert (judged.clearance, judged.pair) == expected


def test_a_clear_move_whose_stop_touches_is_refused():
    previous, state = cruise(LINE_START + 0.9 * DOWN, DOWN)
    assert WORLD.clearance(state.q).distance > REQUIRED
    judged = verdict(previous, state)
    assert (judged.ok, judged.reason, judged.pair) == (
        False,
        "too_close",
        ("hand", "target_handrail"),
    )
    assert judged.time_to_contact_s is not None
    assert judged.time_to_contact_s > PERIOD
    assert "handrail" in judged.detail


def test_the_same_move_the_other_way_is_ok():
    previous, state = cruise(LINE_START + 0.9 * DOWN, -DOWN)
    assert verdict(previous, state).ok


@pytest.mark.parametrize("seed", range(40))
def test_verdicts_are_those_of_fine_sampling(seed):
    rng = np.random.default_rng([61, seed])
    share = rng.uniform(0.0, 1.0)
    q = (1.0 - share) * np.array(HOME.q) + share * LINE_START + rng.uniform(-0.2, 0.2, 6)
    previous, state = cruise(q, rng.uniform(-1.0, 1.0, 6) * ROBOT.limits.qd_max)
    least = sampled_clearance(previous, state)
    assert verdict(previous, state, least + 1e-4).reason in ("too_close", "predicted_contact")
    assert verdict(previous, state, least - NEEDLESS).ok


@pytest.mark.parametrize(("share", "reason"), [(1.0, "too_close"), (2.2, "predicted_contact")])
def test_contact_is_predicted_only_where_something_would_touch(share, reason):
    judged = verdict(*cruise(LINE_START + share * DOWN, DOWN))
    assert judged.reason == reason
    assert (judged.clearance <= 0.0) == (reason == "predicted_contact")


def test_a_verdict_tells_the_scene_apart_from_the_arm_itself():
    judged = verdict(*cruise(LINE_START, -DOWN))
    arm = set(ROBOT.capsules.names)
    assert judged.each.least == (judged.clearance, judged.pair)
    assert not {*judged.each.scene.pair} <= arm
    assert {*judged.each.itself.pair} <= arm


@pytest.mark.parametrize("seed", range(10))
def test_a_larger_margin_never_turns_bad_into_ok(seed):
    rng = np.random.default_rng([62, seed])
    previous, state = cruise(LINE_START + rng.uniform(0.0, 0.3, 6) * DOWN[1], rng.uniform(-0.1, 0.1, 6))
    ok = [verdict(previous, state, required).ok for required in np.linspace(-0.1, 0.3, 60)]
    assert ok == sorted(ok, reverse=True)


def test_a_move_beyond_the_speed_limit_is_refused():
    previous, state = cruise(LINE_START, np.array([0.15, 0, 0, 0, 0, 0]))
    judged = verdict(previous, state)
    assert (judged.ok, judged.reason, judged.time_to_contact_s) == (False, "limit", None)
    assert "joint 1 speed" in judged.detail


def test_a_move_whose_stop_leaves_the_range_of_a_joint_is_refused():
    q = np.array(HOME.q)
    q[5] = ROBOT.limits.q_max[5] - 0.01
    judged = verdict(*cruise(q, np.array([0, 0, 0, 0, 0, 0.15])))
    assert judged.reason == "limit"
    assert "on the stop joint 6 position" in judged.detail
    q[5] -= 0.15 * PERIOD
    assert verdict(*cruise(q, np.array([0, 0, 0, 0, 0, -0.15]))).ok


def test_a_stop_that_would_exceed_the_speed_limit_first_is_refused():
    """At full speed and still accelerating, jerk allows no stop below the limit."""
    speed, gain = ROBOT.limits.qd_max[0] * 0.999, 0.5 * ROBOT.limits.qdd_max[0]
    before = (speed - gain * PERIOD, gain)
    q = (-PERIOD * (before[0] + 0.5 * gain * PERIOD), 0.0)
    previous, state = (
        JointState((q, *HOME.q[1:]), (v, 0, 0, 0, 0, 0), (gain, 0, 0, 0, 0, 0))
        for q, v in ((q[0], before[0]), (q[1], speed))
    )
    judged = verdict(previous, state)
    assert judged.reason == "limit"
    assert "on the stop joint 1 speed" in judged.detail


def test_a_move_after_which_the_arm_cannot_stop_is_refused_with_the_reason():
    weak = replace(ROBOT, limits=replace(ROBOT.limits, qdd_max=(1e-5,) * 6))
    judged = verdict(*cruise(np.array(HOME.q), DOWN), world=build_world("capsules", weak, SCENE))
    assert (judged.reason, judged.detail) == ("limit", "no stop within 4096 periods")


def test_at_no_distance_at_all_something_touches():
    class Grazing:
        robot, allowance = ROBOT, WORLD.allowance

        def sweep(self, motion, **asked):
            return WORLD.sweep(motion, **asked)._replace(clearance=0.0, below_s=0.1)

    assert verdict(HOME, HOME, world=Grazing()).reason == "predicted_contact"


@pytest.mark.parametrize("bad", [math.nan, math.inf])
@pytest.mark.parametrize("field", ["q", "qd", "qdd"])
@pytest.mark.parametrize("joint", [0, 5])
def test_what_is_not_a_number_is_refused(bad, field, joint):
    row = [*getattr(HOME, field)]
    row[joint] = bad
    wrong = structs.replace(HOME, **{field: tuple(row)})
    for previous, state in ((HOME, wrong), (wrong, HOME), (wrong, wrong)):
        if previous is wrong and field == "q":
            with pytest.raises(NotFiniteError, match="joint value at"):
                verdict(previous, state, required=-100.0)
        else:
            assert not verdict(previous, state, required=-100.0).ok


@pytest.mark.parametrize("row", ["q_min", "q_max", "qd_max", "qdd_max", "qddd_max"])
def test_no_motion_is_judged_by_a_limit_that_is_not_known(row):
    unknown = replace(
        ROBOT, limits=replace(ROBOT.limits, **{row: (*getattr(ROBOT.limits, row)[:5], math.nan)})
    )
    world = build_world("capsules", unknown, SCENE)
    with pytest.raises(ValueError, match="joint_6 is not known, and no motion can be judged without"):
        verdict(*cruise(LINE_START, DOWN), world=world)


@pytest.mark.parametrize(
    "asked",
    [
        {"required_m": math.nan},
        {"period_s": math.nan},
        {"period_s": 0.0},
        {"period_s": math.inf},
        {"T_world_base": np.full((4, 4), math.nan)},
    ],
)
def test_what_a_motion_is_judged_by_must_be_a_number(asked):
    with pytest.raises(ValueError, match="finite"):
        judge(WORLD, HOME, HOME, **{"required_m": REQUIRED, "period_s": PERIOD} | asked)


@pytest.mark.parametrize("row", ["qdd_max", "qddd_max"])
@pytest.mark.parametrize("value", [math.nan, 0.0, -1.0])
def test_a_stop_by_a_limit_that_is_no_number_is_refused_and_ends(row, value):
    moving = JointState(HOME.q, (0.1,) * 6, (0.0,) * 6)
    with pytest.raises(ValueError, match="no stop begins there"):
        stop(moving, replace(ROBOT.limits, **{row: (value,) * 6}), PERIOD)


def test_an_arm_already_too_near_is_refused_at_once():
    q = rest(LINE_START + 1.5 * DOWN)
    judged = verdict(q, q, required=0.1)
    assert (judged.reason, judged.time_to_contact_s) == ("too_close", 0.0)


def test_a_verdict_is_the_same_twice():
    previous, state = cruise(LINE_START, DOWN)
    assert verdict(previous, state) == verdict(previous, state)


def test_a_scene_without_the_handrail_lets_the_hand_pass():
    """The guard does something: without it the refused move is ok."""
    bars = tuple(bar for bar in SCENE.capsules if bar.name != "target_handrail")
    free = build_world("capsules", ROBOT, replace(SCENE, capsules=bars, boxes=SCENE.boxes[:1]))
    assert verdict(*cruise(LINE_START + 0.9 * DOWN, DOWN), world=free).ok


def test_warming_leaves_the_world_as_it_was():
    before = verdict(HOME, HOME)
    warm(WORLD)
    assert verdict(HOME, HOME) == before


def test_a_verdict_tells_the_distance_and_what_this_pair_needs_with_its_drift():
    drifting = tuple(replace(body, drift=0.001) for body in SCENE.bodies)
    world = build_world("capsules", ROBOT, with_drift(replace(SCENE, bodies=drifting), 8.75))
    over = rest(LINE_START)
    plain, judged = verdict(over, over), verdict(over, over, world=world)
    assert judged.pair[1] == plain.pair[1] == "target_handrail"
    assert judged.required == pytest.approx(REQUIRED + 0.00875)
    assert judged.clearance == pytest.approx(plain.clearance, abs=1e-6)
    assert verdict(over, over, required=plain.clearance - 0.001).ok
    assert not verdict(over, over, required=plain.clearance - 0.001, world=world).ok
