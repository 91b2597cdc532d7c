"""A load becomes capsules and mass of the link that carries it, and keeps clear of all but what is named."""

import numpy as np
import pytest
import scipy

from predictor.collision.method import build_world
from predictor.geometry.fit.obb import oriented_box
from predictor.model.files.robot_file import read_robot
from predictor.model.load import capsule_around
from predictor.run_model import read_new_model
from telemetry.files.settings import FileError
from tests.mesh_scene import write_scene
from tests.nominal_run import ROBOT, SCENE

BARE = read_robot(ROBOT)
CARRIER = BARE.joints[-1].name
LOAD = f"""
[[body]]
name = "payload"
carrier = "{CARRIER}"
mass = 12.0
com = [0.0, 0.0, 0.3]
inertia = [[0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 0.2]]

[[box]]
name = "crate"
body = "payload"
centre = [0.0, 0.0, 0.3]
size = [0.2, 0.2, 0.4]

[[mesh]]
name = "mast"
body = "payload"
file = "meshes/l.obj"
scale = [0.2, 0.2, 0.2]
translation = [0.0, 0.0, 0.5]
"""
REASON = 'reason = "the crate rests against the forearm"\n'
MOUNT = f'\n[[mount]]\ncapsule = "forearm_wrist"\nshape = "crate"\n{REASON}'
ROCK = '[[sphere]]\nname = "rock"\nbody = "base"\ncentre = [0.0, 3.0, 0.0]\nradius = 0.1\n'


@pytest.fixture
def model(tmp_path):
    """Return a maker of the reference arm with a load."""
    return lambda text=LOAD: read_new_model(ROBOT, write_scene(tmp_path, text))


def test_a_load_is_the_arms_own_and_no_longer_the_scenes(model):
    loaded = model()
    added = loaded.robot.capsules.names[len(BARE.capsules.names) :]
    assert added == ("crate", *(f"mast/{k}" for k in range(len(added) - 1))) and len(added) > 1
    assert set(loaded.robot.capsules.frame[-len(added) :]) == {len(BARE.joints)}
    assert loaded.scene.loads == () and loaded.scene.body_named("payload") is None
    names = build_world("capsules", loaded.robot, loaded.scene).pair_names
    assert ("crate", "target_bus") in names and ("crate", "upper_arm") in names
    assert not any({"crate", "hand"} == set(pair) for pair in names)


def test_a_link_has_the_mass_of_its_load(model):
    bare, loaded = BARE.links[-1], model().robot.links[-1]
    assert loaded.mass == bare.mass + 12.0
    np.testing.assert_allclose(loaded.mass * loaded.com, bare.mass * bare.com + [0.0, 0.0, 3.6])


def test_a_capsule_of_a_load_lies_where_its_joint_carries_it(model):
    robot = model().robot
    row = robot.capsules.names.index("crate")
    ends = np.array([robot.capsules.p0[row], robot.capsules.p1[row]])
    np.testing.assert_allclose(ends.mean(axis=0), [0.0, 0.0, 0.3], atol=1e-9)
    assert robot.capsules.radius[row] == pytest.approx(np.hypot(0.1, 0.1))


def test_a_mount_of_what_moves_against_a_load_is_refused_without_a_reason(model):
    with pytest.raises(FileError, match=r"mount of 'forearm_wrist' on 'crate': moved by joint_5.*reason = "):
        model(LOAD + MOUNT.replace(REASON, ""))


def test_what_rests_against_a_load_is_named_by_a_mount(model):
    pairs = [
        {loaded.robot.capsules.names[i] for i in pair}
        for loaded in (model(), model(LOAD + MOUNT))
        for pair in loaded.robot.self_pairs
    ]
    assert pairs.count({"crate", "forearm_wrist"}) == 1
    assert pairs.count({"crate", "wrist"}) == 2


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (f'carrier = "{CARRIER}"', 'carrier = "joint_66"', f"no joint 'joint_66'.*did you mean '{CARRIER}'"),
        ('shape = "crate"', 'shape = "crat"', "did you mean 'crate'"),
        ('"forearm_wrist"', '"forearm_wist"', "did you mean 'forearm_wrist'"),
    ],
)
def test_a_load_that_no_arm_can_carry_is_told(model, old, new, told):
    with pytest.raises(FileError, match=told):
        model((LOAD + MOUNT).replace(old, new, 1))


def test_a_shape_of_a_load_cannot_bear_the_name_of_a_capsule_of_the_arm(model):
    with pytest.raises(FileError, match="has a 'hand' of its own"):
        model(LOAD.replace('"crate"', '"hand"'))


def test_no_shape_of_a_scene_bears_the_name_of_a_capsule_of_the_arm(model):
    with pytest.raises(FileError, match="does not fit shiyan7_like: the arm has a 'hand' of its own"):
        model(ROCK.replace("rock", "hand"))


@pytest.mark.parametrize("seed", range(20))
def test_a_capsule_holds_every_point_that_it_is_made_for(seed):
    rng = np.random.default_rng(seed)
    points = scipy.spatial.transform.Rotation.random(rng=rng).apply(
        rng.normal(size=(40, 3)) * rng.uniform(0.01, 1.0, 3)
    )
    capsule = capsule_around(points, oriented_box(points).T, name="c", body="b")
    axis = capsule.p1 - capsule.p0
    share = np.clip((points - capsule.p0) @ axis / max(axis @ axis, 1e-300), 0.0, 1.0)
    away = np.linalg.norm(points - capsule.p0 - share[:, None] * axis, axis=1)
    assert (away <= capsule.radius).all() and away.max() > 0.999 * capsule.radius


def test_a_scene_without_loads_leaves_the_arm_as_it_is():
    loaded = read_new_model(ROBOT, SCENE).robot
    assert loaded.capsules.names == BARE.capsules.names and len(loaded.self_pairs) == len(BARE.self_pairs)
