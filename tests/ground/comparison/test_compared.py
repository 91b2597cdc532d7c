"""Methods along a motion whose truth is known: a rod of radius 50 mm that slides towards a post, and back."""

import dataclasses

import numpy as np
import pytest

from ground.comparison.compared import compare_methods, true_runs
from ground.comparison.compared_motion import ArmAndScene, MotionToCompare
from ground.comparison.comparison_text import as_text
from predictor.collision.method import METHODS
from predictor.geometry.shapes import Capsule, Scene
from predictor.queries.timed_moves import straight_moves
from tests.trees import X, arm, joint

ROUNDING = 1e-9  # [m]
TIMES_S, WAY_M = [10.0, 14.0, 15.0, 20.0], [0.0, 0.2, 0.2, -0.1]
GAP_M = 0.4 - 0.1 - 0.05  # of rod and post at the begin
EXACT = ("capsules", "capsule_tree", "scs_projection", "convex")


def told(required_m, methods=tuple(METHODS), *, aside_m=0.0, post_m=0.4):
    """The rod stands along z, and so does the post on its way, or so far aside of it."""
    robot = arm(joint("slide", axis=X, kind="prismatic"), tip=(0.0, 0.0, 0.4))
    robot = dataclasses.replace(robot, self_pairs=np.empty((0, 2), np.int64))
    ends = np.array([[post_m, aside_m, 0.0], [post_m, aside_m, 0.4]])
    post = Capsule(name="post", body="base", p0=ends[0], p1=ends[1], radius=0.1)
    scene = Scene(name="yard", boxes=(), capsules=(post,), bodies=(), mounts=(("part_0", "post"),))
    poses = np.array(WAY_M)[:, None]
    asked = MotionToCompare(
        "to and fro",
        ArmAndScene(robot, scene, required_m),
        lambda levers: straight_moves(robot, poses, TIMES_S, levers=levers),
    )
    return compare_methods(asked, methods, effort=None, show_progress=lambda line: None)


def by_name(found):
    return {method.name: method for method in found.methods}


def test_every_method_that_is_exact_finds_the_least_distance_and_its_instant():
    methods = by_name(told(0.0))
    assert {*methods} == {*METHODS}
    for name in EXACT:
        least = methods[name].least
        assert least.m == pytest.approx(GAP_M - 0.2, abs=ROUNDING)
        assert least.s == pytest.approx(14.0, abs=1e-3)
        assert least.pair == ("part_1", "post")
        assert methods[name].unsafe is None


def test_the_least_distance_is_looked_for_between_the_samples(monkeypatch):
    monkeypatch.setattr("ground.comparison.along.SAMPLES", 20)
    least = by_name(told(0.0, ("capsules",), aside_m=0.2, post_m=0.13))["capsules"].least
    assert least.m == pytest.approx(0.2 - 0.15, abs=ROUNDING)
    assert least.s == pytest.approx(10.0 + 4.0 * 0.13 / 0.2, abs=1e-3)


def test_no_method_is_less_careful_than_the_bodies_are():
    distances = told(0.0).samples.distances
    for row in distances.values():
        assert (np.array(row) <= np.array(distances["capsules"]) + ROUNDING).all()


def test_every_method_finds_the_instant_from_which_on_the_motion_is_too_near():
    required_m = 0.1
    meets_s = 10.0 + 4.0 * (GAP_M - required_m) / 0.2
    methods = by_name(told(required_m))
    for name in EXACT:
        assert meets_s - 0.01 < methods[name].unsafe.s <= meets_s
    for method in methods.values():
        assert method.unsafe.s <= meets_s
        assert method.unsafe.pair == ("part_1", "post")


def test_methods_that_see_the_same_differ_nowhere():
    found = told(0.0, ("capsules", "capsule_tree"))
    assert [apart.intervals + apart.disputes for apart in found.apart] == [[]]
    assert "capsule_tree tells the same distances as capsules" in as_text(found)


def test_where_a_box_is_wider_than_its_post_its_method_tells_less_and_is_alone_too_near():
    offset_m = 0.14  # aside: the round post is passed farther off than its box
    found = told(0.06, ("capsules", "obb"), aside_m=offset_m)
    (apart,) = found.apart
    capsules, obb = (np.array(found.samples.distances[name]) for name in ("capsules", "obb"))
    assert (obb - capsules).min() < -0.01
    assert apart.intervals[0].most_m == pytest.approx((obb - capsules).min())
    (dispute,) = apart.disputes
    assert dispute.by_other and 10.0 < dispute.from_s < 14.0 < 15.0 < dispute.until_s < 20.0
    assert "too near for obb alone" in as_text(found)


def test_what_a_method_tells_of_itself_alone_stands_beside_it():
    found = told(0.0, post_m=0.3)
    (of_shadows,) = [method.facts for method in found.methods if method.facts]
    assert of_shadows == {"false_alarm_rate": 0.0}  # upright, they touch where their shadows do
    assert "scs_projection: false alarm rate 0" in as_text(found)


def test_runs_are_told_by_begin_and_what_is_behind_their_end():
    assert [*true_runs(np.array([True, False, True, True]))] == [(0, 1), (2, 4)]
    assert [*true_runs(np.array([False, False]))] == []
