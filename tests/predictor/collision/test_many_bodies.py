"""Worlds of many bodies: read from a file, packed without a row for each pair, searched through a tree."""

import numpy as np
import pytest

from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from tests.all_pairs import all_distances
from tests.predictor.collision.test_world import ROBOT, random_poses

MANY = 2_000
PERIOD = 0.25


def rows(count):
    """A scene file of so many boxes and capsules around the arm."""
    rng = np.random.default_rng(81)
    yield 'name = "crowd"'
    for number in range(count):
        way = rng.normal(size=3)
        x, y, z = way / np.linalg.norm(way) * rng.uniform(1.2, 4.0)
        yield f'[[{"box" if number % 2 else "capsule"}]]\nname = "body_{number}"\nbody = "base"'
        if number % 2:
            yield f"centre = [{x}, {y}, {z}]\nsize = [0.1, 0.06, 0.04]"
        else:
            yield f"p0 = [{x}, {y}, {z}]\np1 = [{x + 0.05}, {y}, {z + 0.05}]\nradius = 0.02"


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    path = tmp_path_factory.mktemp("crowd") / "crowd.toml"
    path.write_text("\n".join(rows(MANY)))
    return build_world("capsules", ROBOT, read_scene(path))


def test_no_table_has_a_row_for_each_pair(world):
    assert len(world.pair_names) == MANY * len(ROBOT.capsules.names) + len(ROBOT.self_pairs)
    assert max(len(table) for table in world.method.tables if isinstance(table, np.ndarray)) <= MANY


def test_the_nearest_of_many_bodies_is_that_of_all_pairs(world):
    for q in random_poses(np.random.default_rng(82), 3):
        distances = all_distances(world, q)
        found = world.clearances(q)
        assert found.least.distance == distances.min()
        assert found.least.pair == world.pair_names[int(np.argmin(distances))]
        assert found.itself.distance == distances[-len(ROBOT.self_pairs) :].min()
        for within in (-0.01, 0.0, found.least.distance, found.least.distance - 1e-6):
            assert world.is_hit(q, within_m=within) == (found.least.distance <= within)


def test_a_motion_among_many_bodies_comes_as_near_as_its_poses(world):
    move = np.zeros((1, ROBOT.n, 6))
    move[0, :, 0], move[0, 0, 1] = ROBOT.home_q, 0.1
    times = np.linspace(0.0, PERIOD, 200)
    least = min(world.clearance(move[0] @ t ** np.arange(6.0)).distance for t in times)
    assert world.sweep(move, required_m=least + 1e-5, period_s=PERIOD).below_s is not None
    assert world.sweep(move, required_m=least - 2e-3, period_s=PERIOD).below_s is None
