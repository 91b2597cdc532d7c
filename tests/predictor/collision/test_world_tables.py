"""The tables of a world: names that are made when asked for, mounts, and answers without a history."""

from dataclasses import replace

import numpy as np
import pytest

from predictor.collision.method import WorldError, build_world
from predictor.geometry.shapes import Box, Scene
from tests.all_pairs import all_distances
from tests.predictor.collision.test_world import ROBOT, SCENE, WORLD, random_poses

CUBE = Box(name="cube", body="base", T_base_box=np.eye(4), half=np.full(3, 0.1))


def twins(count):
    """A scene in which every obstacle stands at the same place."""
    return replace(SCENE, boxes=(*SCENE.boxes, *(replace(CUBE, name=f"cube_{i}") for i in range(count))))


def test_every_pair_has_the_name_and_the_distance_of_its_place():
    for q in random_poses(np.random.default_rng(1), 50):
        distances = all_distances(WORLD, q)
        assert len(distances) == len(WORLD.pair_names)
        distance, place = (found[0] for found in WORLD.batch(q[None]))
        assert distance == distances.min()
        assert place == np.argmin(distances)
        assert WORLD.clearance(q).pair == WORLD.pair_names[place] == WORLD.pair_names[place - len(distances)]


def test_names_are_those_of_all_pairs_but_the_mounted():
    names, leaves = WORLD.pair_names, ROBOT.capsules.names
    scene = [(leaf, shape.name) for shape in SCENE.volumes for leaf in leaves]
    assert [*names[: -len(ROBOT.self_pairs)]] == [pair for pair in scene if pair not in SCENE.mounts]
    with pytest.raises(IndexError):
        names[len(names)]


def test_among_equal_distances_the_pair_named_first_decides_whatever_was_asked_before():
    scene, poses = twins(40), random_poses(np.random.default_rng(2), 300)
    asked = build_world("capsules", ROBOT, scene)
    answers = [asked.clearances(q) for q in poses]
    fresh = [build_world("capsules", ROBOT, scene).clearances(q) for q in poses]
    assert answers == fresh
    assert {pair[1] for (_, pair), _ in answers} & {"cube_0"}
    assert not {pair[1] for (_, pair), _ in answers} & {f"cube_{i}" for i in range(1, 40)}


def test_a_leaf_that_is_mounted_on_everything_meets_nothing():
    mounts = tuple((leaf, shape.name) for leaf in ("base", "shoulder") for shape in SCENE.volumes)
    world = build_world("capsules", ROBOT, replace(SCENE, mounts=mounts))
    assert not {"base", "shoulder"} & {leaf for leaf, shape in world.pair_names if shape == "platform"}
    for q in random_poses(np.random.default_rng(3), 50):
        assert world.clearance(q).distance == all_distances(world, q).min()


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e31])
def test_a_shape_that_is_nowhere_makes_no_world(bad):
    scene = Scene(name="lost", boxes=(replace(CUBE, half=np.array([0.1, bad, 0.1])),), capsules=(), bodies=())
    with pytest.raises(WorldError, match="not finite"):
        build_world("capsules", ROBOT, scene)
