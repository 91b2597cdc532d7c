"""No method is farther than the triangles of an arm that is fitted with several capsules a part.

What is near is told by points of the surface alone.  A point counts against another if every capsule that
holds it is kept apart from every one that holds the other: what is allowed of one of them may be left out.
"""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from ground.commands.arm.robot_fit import fit_robot
from predictor.collision.method import METHODS, build_world
from predictor.geometry.formats.obj import obj_text
from predictor.geometry.primitive_meshes import box
from predictor.geometry.shapes import Box, Scene
from predictor.model.checks.capsule_distances import PlacedCapsules, distances_to_capsules
from predictor.model.files.robot_file import describe_robot
from predictor.model.kinematics import link_poses
from tests.shared_data import shared_file

POINTS = 1_500  # of the surface of a part
ONE_NANOMETRE = 1e-9
REAL = (
    "ur5e/ur5e.urdf",
    "kuka_lbr_iiwa14/lbr_iiwa_14_r820.urdf",
    "motoman_mh6/mh6.urdf",
    "canadarm2/ssrms.urdf",
)
# A plate that takes three capsules side by side, and a rod beside it that folds over it.
LINKS = {  # the size of its box, and where its middle is
    "plate": ((0.8, 0.3, 0.02), "0 0 0"),
    "rod": ((0.03, 0.35, 0.03), "0 0.175 0"),
}
HINGES = {
    "turn": ("base", "plate", "0 0 0", "0 0 1"),
    "fold": ("plate", "rod", "0 0.17 0.06", "1 0 0"),
}
FAR = Box(
    name="far", body="far", T_base_box=np.diag([1.0, 1.0, 1.0, 1.0]) + 99.0 * np.eye(4, k=3), half=np.ones(3)
)
EMPTY = Scene(name="empty", boxes=(FAR,), capsules=(), bodies=())


def written(folder):
    """A URDF and its meshes, made here."""
    for name, (size, _) in LINKS.items():
        (folder / f"{name}.obj").write_bytes(obj_text(box(size)))
    links = '<link name="base"/>' + "".join(
        f'<link name="{name}"><collision><origin xyz="{at}"/>'
        f'<geometry><mesh filename="{name}.obj"/></geometry></collision></link>'
        for name, (_, at) in LINKS.items()
    )
    joints = "".join(
        f'<joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{at}"/><axis xyz="{axis}"/>'
        '<limit lower="-3" upper="3" velocity="1" effort="9"/></joint>'
        for name, (parent, child, at, axis) in HINGES.items()
    )
    file = folder / "folding.urdf"
    file.write_text(f'<robot name="folding">{links}{joints}</robot>')
    return file


def fitted(source, folder):
    """The arm that `farhand robot fit --out` makes of a file."""
    out = folder / "fitted.toml"
    assert fit_robot([str(source), "--method", "capsules", "--out", str(out)]) == 0
    return describe_robot(out).robot


def poses(arm, count):
    low, high = (np.clip(ends, -3.2, 3.2) for ends in (arm.limits.q_min, arm.limits.q_max))
    return np.random.default_rng(1).uniform(low, high, (count, arm.n))


def on_surface(mesh, rng):
    """Points (POINTS, 3) of triangles, drawn by their area."""
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces], 1, 0)
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    rows, (s, t) = rng.choice(len(a), POINTS, p=area / area.sum()), rng.uniform(size=(2, POINTS, 1))
    s, t = np.where(s + t > 1.0, 1.0 - s, s), np.where(s + t > 1.0, 1.0 - t, t)
    return a[rows] + s * (b - a)[rows] + t * (c - a)[rows]


def grouped(arm):
    """Points of each frame by the capsules that hold them: (frame, capsules, points)."""
    own, rng = arm.capsules, np.random.default_rng(2)
    for part in arm.parts:
        if part.pieces:
            points, mine = on_surface(part.mesh, rng), np.flatnonzero(own.frame == part.frame)
            held = (
                distances_to_capsules(points, PlacedCapsules(own.p0[mine], own.p1[mine], own.radius[mine]))
                <= 0.0
            )
            for kind in np.unique(held[held.any(axis=1)], axis=0):
                yield part.frame, mine[kind], points[(held == kind).all(axis=1)]


def nearest(arm, groups, q):
    """The least distance of points that nothing allows to meet."""
    from scipy.spatial import cKDTree

    kept, T, least = {frozenset(pair) for pair in arm.self_pairs.tolist()}, link_poses(arm, q), np.inf
    placed = [(rows, points @ T[f, :3, :3].T + T[f, :3, 3]) for f, rows, points in groups]
    trees = [cKDTree(points) for _, points in placed]
    for i, (rows, _) in enumerate(placed):
        for others, points in placed[:i]:
            if all(frozenset(pair) in kept for pair in product(rows.tolist(), others.tolist())):
                least = min(least, trees[i].query(points, distance_upper_bound=least)[0].min())
    return least


def check(arm, q):
    exact = build_world("mesh", arm, EMPTY).batch(q).distance
    groups = list(grouped(arm))
    near = np.array([nearest(arm, groups, pose) for pose in q])
    assert (exact > 0.0).any()
    for method in METHODS:
        found = build_world(method, arm, EMPTY).batch(q).distance
        assert (found <= np.maximum(exact, 0.0) + ONE_NANOMETRE).all(), method
        assert (found <= near + ONE_NANOMETRE).all(), method


def test_no_method_is_farther_than_the_triangles_of_a_plate_that_only_several_capsules_hold(tmp_path):
    arm = fitted(written(tmp_path), tmp_path)
    names = arm.capsules.names
    plate = [i for i, name in enumerate(names) if name.startswith("plate")]
    (rod,) = [i for i, name in enumerate(names) if name.startswith("rod")]
    kept = [i for i in plate if [i, rod] in arm.self_pairs.tolist()]
    assert 0 < len(kept) < len(plate), "one capsule of the plate is allowed to meet the rod, another is not"
    check(arm, poses(arm, 40))


@pytest.mark.sweep
@pytest.mark.parametrize("name", REAL)
def test_no_method_is_farther_than_the_triangles_of_a_real_arm(name, tmp_path):
    arm, rng = fitted(shared_file(f"data/robots/{name}"), tmp_path), np.random.default_rng(3)
    check(arm, poses(arm, 100))
    some = arm.self_pairs[rng.random(len(arm.self_pairs)) < 0.6]
    check(replace(arm, self_pairs=some), poses(arm, 100))
