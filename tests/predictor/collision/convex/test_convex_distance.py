"""Distance and depth of two convex bodies: against the hull of all differences, against coal, and laws."""

import math

import numpy as np
import pytest

from predictor.geometry.mesh import mesh_of
from tests.convex_bodies import box, moved, pebble, pose
from tests.convex_pair import measured
from tests.reference.minkowski import signed_distance

EXACT, ONE_MICRON = 1e-12, 1e-6  # [m]
STILL = np.eye(4)
POINT, SEGMENT = np.zeros((1, 3)), np.array([[0.0, 0.0, -0.4], [0.0, 0.0, 0.4]])
TRIANGLE = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


def at(*p):
    T = np.eye(4)
    T[:3, 3] = p
    return T


def drawn_pairs(count, seed):
    """Pairs of bodies with 1 to 8 corners, boxes along the axes among them, near and in each other."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        a, b = rng.normal(size=(rng.integers(1, 9), 3)), rng.normal(size=(rng.integers(4, 9), 3))
        T = pose(rng, away=(0.2, 1.0, 3.0)[number % 3])
        if number % 2:
            a, b = (box(*rng.integers(1, 5, 3) / 10.0) for _ in range(2))
        if number % 4 == 1:  # faces and edges in one plane, corners in one place
            T = at(*rng.integers(-5, 6, 3) / 10.0)
        yield a, b, T


def test_distance_and_depth_are_those_of_the_hull_of_all_differences():
    found, expected = [], []
    for a, b, T in drawn_pairs(240, seed=1):
        found.append(measured(a, b, T).distance)
        expected.append(signed_distance(moved(T, a), b))
    assert np.abs(np.array(found) - expected).max() < EXACT
    assert 80 < (np.array(found) < -1e-3).sum() < 160


def test_nearest_points_are_as_far_apart_as_is_told_and_on_their_bodies():
    for a, b, T in drawn_pairs(120, seed=2):
        distance, (on_a, on_b), normal = measured(a, b, T)
        assert np.abs(on_a - on_b - distance * normal).max() < 1e-11
        if distance > 0.01:  # all of A lies beyond the one plane, all of B before the other
            assert ((moved(T, a) - on_a) @ normal).min() > -EXACT
            assert ((b - on_b) @ normal).max() < EXACT


def test_shift_by_the_depth_parts_them_and_less_does_not():
    for a, b, T in drawn_pairs(120, seed=3):
        distance, _, normal = measured(a, b, T)
        if distance < -0.01:
            shifted, short = T.copy(), T.copy()
            shifted[:3, 3] -= (distance - 1e-9) * normal
            short[:3, 3] -= (distance + 1e-9) * normal
            assert measured(a, b, shifted).distance == pytest.approx(1e-9, abs=1e-12)
            assert measured(a, b, short).distance == pytest.approx(-1e-9, abs=1e-12)


def coal_convex(coal, mesh):
    points, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    for corner in mesh.vertices:
        points.append(corner)
    for face in mesh.faces.tolist():
        triangles.append(coal.Triangle(*face))
    return coal.Convex(points, triangles)


def test_hulls_of_many_corners_are_as_far_apart_as_coal_says():
    coal, rng = pytest.importorskip("coal"), np.random.default_rng(4)
    a, b = pebble(rng, 300), pebble(rng, 1000)
    theirs = [(coal_convex(coal, mesh)) for mesh in (a, b)]
    request, still = coal.DistanceRequest(), coal.Transform3s(np.eye(3), np.zeros(3))
    request.gjk_tolerance, request.gjk_max_iterations = 1e-12, 1000
    for away in np.linspace(0.9, 3.0, 40):
        T, result = pose(rng, away), coal.DistanceResult()
        expected = coal.distance(
            theirs[0], coal.Transform3s(T[:3, :3], T[:3, 3]), theirs[1], still, request, result
        )
        if expected > 0.0:
            assert measured(a, b, T).distance == pytest.approx(expected, abs=1e-9)


def coal_shapes(coal, rng):
    """Balls, rods and boxes: as coal has them, their corners, and the radius around."""
    half, radius, length = rng.uniform(0.1, 0.5, 3), rng.uniform(0.1, 0.4), rng.uniform(0.1, 0.8)
    rod = np.array([[0.0, 0.0, -0.5 * length], [0.0, 0.0, 0.5 * length]])
    return [
        (coal.Sphere(radius), POINT, radius),
        (coal.Capsule(radius, length), rod, radius),
        (coal.Box(*(2.0 * half)), box(*half), 0.0),
    ]


def test_spheres_capsules_and_boxes_are_as_deep_in_each_other_as_coal_says():
    coal, rng, deep = pytest.importorskip("coal"), np.random.default_rng(9), 0
    still, request = coal.Transform3s(np.eye(3), np.zeros(3)), coal.DistanceRequest()
    request.gjk_tolerance, request.epa_tolerance = 1e-12, 1e-12
    request.gjk_max_iterations, request.epa_max_iterations = 1000, 1000
    for _ in range(40):
        T, shapes, others = pose(rng, rng.uniform(0.0, 0.7)), coal_shapes(coal, rng), coal_shapes(coal, rng)
        seen = coal.Transform3s(T[:3, :3], T[:3, 3])
        for theirs, corners, radius in shapes:
            for other, other_corners, other_radius in others:
                expected = coal.distance(theirs, seen, other, still, request, coal.DistanceResult())
                found = measured(corners, other_corners, T, radius_a=radius, radius_b=other_radius)
                assert found.distance == pytest.approx(expected, abs=ONE_MICRON)
                deep += expected < -0.01
    assert deep > 100


def test_going_from_neighbour_to_neighbour_finds_what_looking_at_every_corner_finds():
    rng = np.random.default_rng(5)
    a, b = pebble(rng, 60), pebble(rng, 500)
    for away in (0.1, 0.5, 0.8, 1.5):
        T = pose(rng, away)
        assert measured(a, b, T).distance == pytest.approx(
            measured(a.vertices, b.vertices, T).distance, abs=EXACT
        )


def test_mesh_that_is_not_convex_is_taken_as_its_hull():
    hull = pebble(np.random.default_rng(6), 60)
    dented = hull.vertices.copy()
    dented[7] *= 0.2
    meshes = mesh_of(dented, hull.faces), dented
    distances = [measured(mesh, POINT, at(0.9, 0.1, -0.2)).distance for mesh in meshes]
    assert distances[0] == pytest.approx(distances[1], abs=EXACT)


def test_distance_is_one_for_both_and_moves_and_scales_with_them():
    rng = np.random.default_rng(7)
    a, b = pebble(rng, 40), pebble(rng, 12)
    for away in (0.3, 0.7, 1.4):
        T, both = pose(rng, away), pose(rng, 2.0)
        here = measured(a, b, T).distance
        assert measured(b, a, np.linalg.inv(T)).distance == pytest.approx(here, abs=EXACT)
        elsewhere = moved(both, b.vertices)
        assert measured(a, elsewhere, both @ T).distance == pytest.approx(here, abs=EXACT)
        T[:3, 3] *= 10.0
        tenfold = measured(10.0 * a.vertices, 10.0 * b.vertices, T)
        assert tenfold.distance == pytest.approx(10.0 * here, abs=1e-11)


def test_distance_changes_no_faster_than_the_bodies_move():
    rng = np.random.default_rng(8)
    a, b, T = pebble(rng, 40), pebble(rng, 30), pose(rng, 1.2)
    step = -0.01 * T[:3, 3]
    distances = []
    for _ in range(150):
        distances.append(measured(a, b, T).distance)
        T[:3, 3] += step
    assert np.abs(np.diff(distances)).max() <= np.linalg.norm(step) + EXACT
    assert min(distances) < -0.3


CASES = {
    "two points": (POINT, POINT, at(3.0, 4.0, 0.0), 5.0),
    "one point twice": (POINT, POINT, STILL, 0.0),
    "point on a face": (POINT, box(0.5, 0.5, 0.5), at(0.5, 0.1, 0.2), 0.0),
    "point before a face": (POINT, box(0.5, 0.5, 0.5), at(0.75, 0.1, 0.2), 0.25),
    "point in the middle": (POINT, box(0.5, 0.4, 0.3), STILL, -0.3),
    "point on a segment": (POINT, SEGMENT, STILL, 0.0),
    "segments that cross": (SEGMENT, SEGMENT[:, ::-1], STILL, 0.0),
    "segments on one line": (SEGMENT, SEGMENT, at(0.0, 0.0, 1.0), 0.2),
    "one segment twice": (SEGMENT, SEGMENT, STILL, 0.0),
    "segment and a face parallel to it": (SEGMENT, box(0.5, 0.5, 0.5), at(0.75, 0.0, 0.0), 0.25),
    "segment through a flat triangle": (SEGMENT, TRIANGLE, at(0.25, 0.3, 0.1), -0.25),
    "point in a flat triangle": (POINT, TRIANGLE, at(0.25, 0.25, 0.0), 0.0),
    "flat triangles in one plane": (TRIANGLE, TRIANGLE, at(0.25, 0.25, 0.0), 0.0),
    "one box twice": (box(0.5, 0.4, 0.3), box(0.5, 0.4, 0.3), STILL, -0.6),
    "box in a box": (box(0.1, 0.1, 0.1), box(0.5, 0.4, 0.3), STILL, -0.4),
    "boxes with one face": (box(0.5, 0.5, 0.5), box(0.5, 0.5, 0.5), at(1.0, 0.2, 0.0), 0.0),
    "boxes with one edge": (box(0.5, 0.5, 0.5), box(0.5, 0.5, 0.5), at(1.0, 1.0, 0.3), 0.0),
    "boxes with one corner": (box(0.5, 0.5, 0.5), box(0.5, 0.5, 0.5), at(1.0, 1.0, 1.0), 0.0),
    "thin plates": (box(1.0, 1.0, 1e-9), box(1.0, 1.0, 1e-9), at(0.3, 0.2, 1e-3), 1e-3 - 2e-9),
    "a needle through a plate": (box(1e-9, 1e-9, 1.0), box(1.0, 1.0, 1e-9), STILL, -1.0 - 1e-9),
}


@pytest.mark.parametrize("name", CASES)
def test_bodies_without_volume_that_touch_or_hold_each_other_have_their_exact_distance(name):
    a, b, T, expected = CASES[name]
    for first, second, seen in ((a, b, T), (b, a, np.linalg.inv(T))):
        found = measured(first, second, seen)
        assert found.distance == pytest.approx(expected, abs=EXACT)
        assert np.linalg.norm(found.normal) == pytest.approx(1.0)
        assert np.abs(found.points[0] - found.points[1] - found.distance * found.normal).max() < 1e-9


def test_radii_are_taken_from_distance_and_added_to_depth():
    far, deep = at(0.75, 0.0, 0.0), STILL
    cube = box(0.5, 0.5, 0.5)
    assert measured(POINT, cube, far, radius_a=0.1, radius_b=0.05).distance == pytest.approx(0.1)
    assert measured(POINT, cube, deep, radius_a=0.1, radius_b=0.05).distance == pytest.approx(-0.65)
    on_a, on_b = measured(POINT, cube, far, radius_a=0.1, radius_b=0.05).points
    np.testing.assert_allclose([on_a, on_b], [[0.65, 0.0, 0.0], [0.55, 0.0, 0.0]], atol=EXACT)


def test_what_is_not_a_number_has_no_distance():
    for bad in (math.nan, math.inf, -math.inf):
        for T in (at(bad, 0.0, 0.0), at(0.0, 0.0, bad)):
            assert math.isnan(measured(SEGMENT, box(0.5, 0.5, 0.5), T).distance)
        turned = np.eye(4)
        turned[1, 2] = bad
        assert math.isnan(measured(box(0.1, 0.1, 0.1), box(0.5, 0.5, 0.5), turned).distance)
    with pytest.raises(ValueError, match="finite"):
        measured(POINT, np.array([[0.0, math.nan, 0.0], [1.0, 0.0, 0.0]]), STILL)
