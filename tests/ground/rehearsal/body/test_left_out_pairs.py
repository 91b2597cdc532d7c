"""What mounts leave out is judged by triangles where limb and body have them, and told where it is not."""

from dataclasses import replace

import pytest

from ground.rehearsal.body.kinematic import Kinematic
from ground.rehearsal.body.physics import Physics
from predictor.model.mounts import mountings
from predictor.model.robot import Part
from predictor.motion.stop import rest
from tests.ground.rehearsal.body.test_mesh_physics import ARM, block, with_mesh

TENTH_MM = 1e-4
WALL = with_mesh(centre=(0.6, 0.0, 0.5))
LAST = len(ARM.joints)  # its frame
INTO = (0.3, -0.3)  # where the last limb is in the wall


def with_part(half=(0.05, 0.05, 0.05), centre=(0.35, 0.0, 0.0)):
    """The arm with a block as the body of its last frame."""
    mesh = block(half, centre)
    return replace(ARM, parts=(Part(name="lump", frame=LAST, mesh=mesh, pieces=(mesh,)),))


def limb(robot):
    """The capsule of the last frame."""
    return robot.capsules.names[robot.capsules.frame.tolist().index(LAST)]


def flown(robot, make=Kinematic, start=(0.0, 0.0)):
    """A plant whose last limb is mounted on the wall."""
    scene = replace(WALL, mounts=((limb(robot), "wall/0"),), reasons={(limb(robot), "wall/0"): "a test"})
    return make(robot, scene, start, left_out=mountings(robot, scene))


@pytest.mark.parametrize("make", [Kinematic, Physics])
def test_a_limb_with_triangles_that_a_mount_leaves_out_is_measured_all_the_same(make):
    plant, robot = flown(with_part(), make), with_part()
    assert plant.judged() == ((limb(robot), "wall"),)
    alone = Kinematic(robot, WALL, (0.0, 0.0)).clearance()
    assert plant.clearance().distance == pytest.approx(alone.distance, abs=TENTH_MM)


def test_a_limb_that_flies_into_what_a_mount_leaves_out_touches_it():
    plant = flown(with_part())
    assert plant.contacts() == []
    plant.step(rest(INTO))
    (touch,) = plant.contacts()
    assert touch.pair == (limb(ARM), "wall/0") and touch.depth > 0.0
    assert plant.clearance().distance == pytest.approx(-touch.depth)


def test_what_touches_at_the_start_or_has_no_triangles_is_not_judged():
    assert flown(with_part(), start=INTO).judged() == ()
    assert flown(ARM).judged() == ()
    assert flown(ARM, start=INTO).contacts() == []
