"""Every peer that is installed finds the same distances and hits as ours, on arms of several builds."""

import numpy as np
import pytest

from predictor.collision.method import build_world
from predictor.rays.caster import Caster
from predictor.rays.ray_shapes import RayShape
from predictor.rays.scene_shapes import frame_poses, seen_shapes
from tests.benchmarks.peers.asked import asked
from tests.benchmarks.problems.bodies import bodies_of
from tests.benchmarks.problems.motions import fan, random_configurations
from tests.benchmarks.problems.problems import MESH, STATION, problem

POSES = 12
# joints that slide and that follow others, two arms, shapes that a leaf is mounted on
PROBLEMS = [
    (STATION, "thirteen_leaves"),
    (STATION, "service_robot"),
    (STATION, "two_arms"),
    ("reference", ""),
]


def poses_of(found):
    random = random_configurations(found.robot, POSES // 2)
    return np.concatenate([random, found.trajectory[:: len(found.trajectory) // (POSES // 2)][: POSES // 2]])


@pytest.fixture(params=PROBLEMS, ids=lambda named: "-".join(named))
def found(request):
    return problem(*filter(None, request.param))


@pytest.mark.parametrize("peer", ["pinocchio", "mujoco"])
def test_a_peer_finds_our_distances(peer, found):
    pytest.importorskip(peer)
    poses = poses_of(found)
    ours = build_world("capsules", found.robot, found.scene).batch(poses).distance
    for way in asked((peer,), "distances", bodies_of(found), poses):
        is_free = ours > 0.0
        assert way.answers()[is_free] == pytest.approx(ours[is_free], abs=1e-9)


@pytest.mark.parametrize("peer", ["pinocchio", "mujoco", "fcl"])
def test_a_peer_finds_our_hits(peer, found):
    pytest.importorskip(peer)
    poses = poses_of(found)
    ours = build_world("capsules", found.robot, found.scene).hits(poses)
    for way in asked((peer,), "hits", bodies_of(found), poses):
        assert (way.answers() == ours).all(), way.name


def test_peers_agree_on_meshes():
    pytest.importorskip("coal")
    pytest.importorskip("pinocchio")
    found = problem(MESH)
    bodies, poses = bodies_of(found), poses_of(found)[-3:]
    convex, tree = (
        asked((peer,), question, bodies, poses)[0].answers()
        for peer, question in (("pinocchio", "distances"), ("coal", "mesh_distances"))
    )
    assert convex == pytest.approx(tree, abs=1e-9)


@pytest.mark.parametrize("name", [STATION, MESH])
def test_mujoco_finds_what_our_rays_meet(name):
    pytest.importorskip("mujoco")
    found = problem(name)
    q, rays = np.array(found.robot.home_q), fan(found.robot, 200)
    [way] = asked(("mujoco",), "rays", bodies_of(found), q, rays)
    caster = Caster(seen_shapes(found.robot, found.scene))
    ours = caster.first_hits(rays.origins, rays.directions, T=frame_poses(found.robot, q)).distance
    assert way.answers() == pytest.approx(
        np.where(np.isfinite(ours), ours, -1.0), abs=1e-6
    )  # its meshes are float32


def test_embree_finds_what_our_rays_meet_of_triangles():
    pytest.importorskip("embreex")
    found = problem(MESH)
    rays, meshes = fan(found.robot, 200), [shape.mesh for shape in found.scene.meshes]
    [way] = asked(("embree",), "mesh_rays", meshes, rays)
    caster = Caster([RayShape(shape.name, 0, shape.mesh) for shape in found.scene.meshes])
    ours = caster.first_hits(rays.origins, rays.directions, T=np.eye(4)[None]).distance
    assert way.answers() == pytest.approx(np.where(np.isfinite(ours), ours, -1.0), abs=way.tolerance)
