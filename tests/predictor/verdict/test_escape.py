"""The way out of an arm that stands nearer than is required: by each pair, slowly, and never a ratchet."""

from functools import partial
from importlib.resources import files

import numpy as np
import pytest

from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import link_poses
from predictor.motion.stop import rest
from predictor.verdict.escape import (
    EscapeJudge,
    EscapeRule,
    PairWorlds,
    fastest_point,
    judge_escape,
    kept_distance,
)
from predictor.verdict.judge import judge

ROBOT = read_robot(str(files("scenarios") / "robots" / "shiyan7_like.toml"))
SCENE = read_scene(str(files("scenarios") / "scenes" / "adjacent_target.toml"))
WORLDS = PairWorlds(partial(build_world, "capsules", version=1), ROBOT, SCENE)
REQUIRED = 0.03
RULE = EscapeRule(REQUIRED, 0.001, 0.010)
PERIOD_S = 2.0
HOME = np.radians((0.0, -120.0, -109.0, 0.0, -40.0, 0.0))
ONE_MICRON = 1e-6


def clearance(q):
    return WORLDS.whole.clearance(tuple(q))


def inside():
    """A pose that is less than required from the target, and the direction of joints that gets it clear."""
    q = HOME.copy()
    for _ in range(2000):
        near, dq = clearance(q), WORLDS.whole.gradient(tuple(q)).dq
        if abs(near.distance - 0.0246) < ONE_MICRON:
            break
        q -= dq / (dq @ dq) * np.clip(near.distance - 0.0246, -0.002, 0.002)
    return tuple(q.tolist()), dq / (dq @ dq)


Q, AWAY = inside()


def moved(by_m, q=Q):
    """The pose that is farther away by so much, about."""
    return tuple((np.array(q) + by_m * AWAY).tolist())


def judged(q0, q1, pairs=None, *, worlds=WORLDS):
    known = EscapeJudge(worlds, RULE, {})
    known.on_rest(Q, None)
    pairs = known.pairs if pairs is None else pairs
    return judge_escape(worlds, pairs, (rest(q0), rest(q1)), rule=RULE, period_s=PERIOD_S)


def test_out_of_the_margin_is_a_way_out_and_is_no_usual_motion():
    found = judged(Q, moved(0.0005))
    assert found.ok and found.escape.speed <= 0.010
    usual = judge(WORLDS.whole, rest(Q), rest(moved(0.0005)), required_m=REQUIRED, period_s=PERIOD_S)
    assert not usual.ok and usual.escape is None


def test_a_pair_may_fall_by_less_than_a_millimetre_and_no_more():
    assert judged(moved(-0.0004), moved(-0.0009)).ok
    refused = judged(moved(-0.0007), moved(-0.0012))
    assert (refused.ok, refused.reason) == (False, "too_close")
    assert refused.escape.fallen > 0.001


def test_fifty_retreats_end_not_one_millimetre_nearer():
    memory = EscapeJudge(WORLDS, RULE, {})
    memory.on_rest(Q, None)
    q, first = Q, dict(memory.pairs)
    for _ in range(50):
        if judged(q, moved(-0.0003, q), memory.pairs).ok:
            q = moved(-0.0003, q)
        assert not memory.on_rest(q, None)
    assert memory.pairs == first
    assert clearance(Q).distance - clearance(q).distance <= 0.001


def test_the_memory_outlives_whoever_had_it_and_ends_once_all_is_as_far_as_required():
    memory = EscapeJudge(WORLDS, RULE, {})
    memory.on_rest(Q, None)
    next_one = EscapeJudge(WORLDS, RULE, dict(memory.rows))
    assert not next_one.on_rest(moved(0.002), None)
    assert next_one.pairs == memory.pairs
    assert next_one.on_rest(moved(0.0065), None)
    assert next_one.pairs == {}


def test_faster_than_a_centimetre_a_second_is_refused_though_it_leads_out():
    refused = judged(Q, moved(0.02))
    assert (refused.ok, refused.reason) == (False, "retreat_too_fast")


def test_every_other_pair_keeps_what_is_required():
    known = {("wrist", "elbow_forearm"): 0.02}
    refused = judged(Q, moved(0.0005), known)
    assert (refused.ok, refused.reason) == (False, "too_close")


def test_what_touches_begins_to_penetrate_by_nothing_and_what_penetrates_goes_no_deeper():
    assert kept_distance(0.0246, RULE) == pytest.approx(0.0236)
    assert kept_distance(0.0005, RULE) == 0.0
    assert kept_distance(-0.002, RULE) == pytest.approx(-0.002, abs=2e-5)


def test_no_number_is_no_way_out():
    assert not judged(Q, (np.nan, *Q[1:])).ok
    assert not fastest_point(WORLDS.levers, np.full((1, ROBOT.n, 6), np.nan), PERIOD_S) <= RULE.fastest_m_s


@pytest.mark.parametrize("seed", range(3))
def test_no_point_of_the_arm_goes_faster_than_is_told(seed):
    rng = np.random.default_rng(seed)
    q = rng.uniform(-1.0, 1.0, ROBOT.n)
    motion = np.zeros((1, ROBOT.n, 6))
    motion[0, :, 0], motion[0, :, 1] = q, rng.uniform(-0.1, 0.1, ROBOT.n)
    step_s, arm = 1e-4, ROBOT.capsules
    here, there = link_poses(ROBOT, q), link_poses(ROBOT, q + step_s * motion[0, :, 1])
    ends = [
        np.linalg.norm((there[f] - here[f])[:3] @ np.append(p, 1.0)) / step_s
        for f, *both in zip(arm.frame, arm.p0, arm.p1, strict=True)
        for p in both
    ]
    assert max(ends) <= fastest_point(WORLDS.levers, motion, PERIOD_S) + ONE_MICRON
