"""Two trees walked side by side find what all pairs find, whatever their depths, and levels lose nothing."""

from pathlib import Path

import numpy as np
import pytest

from predictor.collision.capsules.capsule_tree_kernels import CHILD, ITEM, gap_of
from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import SPACE, Box, Scene, SceneBody
from predictor.model.files.robot_file import read_robot
from tests.all_pairs import all_distances, placed_leaves
from tests.free_floating import ROBOT as FLOATING
from tests.trees import at

SCENARIOS = Path(__file__).parents[4] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots" / "shiyan7_like.toml")
SCENE = read_scene(SCENARIOS / "scenes" / "adjacent_target.toml")
THRESHOLD = 0.1  # [m]
CLOSE = 1e-12  # [m]


def random_poses(seed, count):
    rng = np.random.default_rng([113, seed])
    return rng.uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (count, ROBOT.n))


def scattered(count):
    """A scene of so many boxes around the arm."""
    rng = np.random.default_rng(count)
    boxes = []
    for number in range(count):
        T = at(*rng.uniform(-1.2, 1.2, 3))
        T[:3, :3] = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        T[:3, 0] *= np.linalg.det(T[:3, :3])
        half = rng.uniform(0.01, 0.05, 3)
        boxes.append(Box(name=f"box_{number}", body="base", T_base_box=T, half=half))
    return Scene(name="scattered", boxes=tuple(boxes), capsules=(), bodies=())


def compare(count):
    tree, plain = (build_world(name, ROBOT, SCENE) for name in ("capsule_tree", "capsules"))
    poses = random_poses(count, count)
    for within in (0.0, THRESHOLD):
        assert tree.hits(poses, within_m=within).tolist() == plain.hits(poses, within_m=within).tolist()
    np.testing.assert_allclose(tree.batch(poses).distance, plain.batch(poses).distance, rtol=0.0, atol=CLOSE)


def test_a_few_thousand_states_hit_as_all_pairs_say():
    compare(3000)


@pytest.mark.sweep
def test_a_hundred_thousand_states_hit_as_all_pairs_say():
    compare(100_000)


@pytest.mark.parametrize("count", [1, 2, 7, 200])
def test_trees_of_any_depth_find_the_least_of_all_pairs(count):
    world = build_world("capsule_tree", ROBOT, scattered(count))
    for q in random_poses(count, 60):
        least = all_distances(world, q).min()
        assert world.clearance(q).distance == least
        assert world.is_hit(q, within_m=least) and not world.is_hit(q, within_m=least - CLOSE)


def depth(nodes, node=0):
    child = nodes[node, CHILD]
    return 1 + max(depth(nodes, child), depth(nodes, child + 1)) if child else 1


def test_a_tree_of_m_leaves_is_as_deep_as_a_binary_tree_must_be_and_begins_at_the_tip():
    trees = build_world("capsule_tree", ROBOT, SCENE).method.finder
    assert depth(trees.arm) == int(np.ceil(np.log2(len(ROBOT.capsules.names)))) + 1
    left = 0
    while trees.arm[left, CHILD]:
        left = trees.arm[left, CHILD]
    assert ROBOT.capsules.frame[trees.arm[left, ITEM]] == ROBOT.capsules.frame.max()


def pairs_of_ends(trees):
    """All pairs of ends of both trees."""
    ends = [np.flatnonzero(nodes[:, CHILD] == 0) for nodes in (trees.arm, trees.others)]
    return [(one, other) for one in ends[0] for other in ends[1]]


def test_edges_that_grow_by_half_the_threshold_in_all_lose_a_pair_that_is_found_here():
    """As published: volumes grow by 50 mm in radius, boxes by 50 mm in edge, which is 25 mm on each side."""
    axes = placed_leaves(build_world("capsules", ROBOT, SCENE), ROBOT.home_q)
    reach = (axes[:, :3] + axes[:, 3:].clip(min=0.0)).max()
    lonely = Box(name="box", body="base", T_base_box=at(0.0, 0.0, reach + 1.0), half=np.full(3, 0.1))
    world = build_world("capsule_tree", ROBOT, Scene(name="one", boxes=(lonely,), capsules=(), bodies=()))
    q = ROBOT.home_q
    above = world.clearances(q).scene.distance
    nearer = Box(name="box", body="base", T_base_box=at(0.0, 0.0, reach + 1.075 - above), half=lonely.half)
    world = build_world("capsule_tree", ROBOT, Scene(name="one", boxes=(nearer,), capsules=(), bodies=()))
    least, trees = world.clearances(q).scene.distance, world.method.finder
    assert least < THRESHOLD
    gaps = [trees.boxes[one, :3] - trees.bounds[other, 3:] for one, other in pairs_of_ends(trees)]
    back = [trees.bounds[other, :3] - trees.boxes[one, 3:] for one, other in pairs_of_ends(trees)]
    assert (np.maximum(gaps, back).max(axis=1) > THRESHOLD / 2).all()  # grown by 25 mm each, no boxes meet
    assert min(gap_of(trees, one, other) for one, other in pairs_of_ends(trees)) <= THRESHOLD**2
    assert least == all_distances(world, q)[: len(ROBOT.capsules.names)].min()


@pytest.mark.parametrize("method", ["capsule_tree", "scs_projection"])
def test_what_stands_in_space_is_found_from_a_base_that_floats(method):
    apart = SceneBody(name="apart", mass=0.0, com=np.zeros(3), inertia=np.zeros((3, 3)), carrier=SPACE)
    boxes = tuple(
        Box(name=box.name, body="apart" if number % 2 else box.body, T_base_box=box.T_base_box, half=box.half)
        for number, box in enumerate(scattered(12).boxes)
    )
    scene = Scene(name="both", boxes=boxes, capsules=(), bodies=(apart,))
    found, plain = (build_world(name, FLOATING, scene) for name in (method, "capsules"))
    rng, T = np.random.default_rng(5), at(0.1, -0.2, 0.3)
    for q in rng.uniform(FLOATING.limits.q_min, FLOATING.limits.q_max, (100, FLOATING.n)):
        assert found.clearances(q, T) == plain.clearances(q, T)


@pytest.mark.parametrize("method", ["capsule_tree", "scs_projection"])
def test_a_motion_is_judged_as_by_capsules(method):
    found, plain = (build_world(name, ROBOT, SCENE) for name in (method, "capsules"))
    poses, clear = random_poses(9, 40), set()
    for begin, end in zip(poses[::2], poses[1::2], strict=True):
        moves = np.zeros((1, ROBOT.n, 6))
        moves[0, :, 0], moves[0, :, 1] = begin, 0.4 * (end - begin)
        swept = [world.sweep(moves, required_m=0.02, period_s=0.25) for world in (found, plain)]
        assert swept[0] == swept[1]
        clear.add(swept[0].below_s is None)
    assert clear == {True, False}
