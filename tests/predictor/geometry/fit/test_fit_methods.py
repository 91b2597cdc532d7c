"""Every method holds what it is given, finds the shape that it is named after, and is judged by its proof."""

import math

import numpy as np
import pytest

from predictor.geometry.fit.methods import FLYABLE_METHODS, METHODS, fit, flyable_volumes
from predictor.geometry.fit.smallest_volumes import smallest_capsule, smallest_sphere, smallest_tapered
from predictor.geometry.fit.solid import (
    Fitted,
    HeldCorners,
    NotHeldError,
    checked_fit,
    cut_by_plane,
    solid_of_triangles,
)
from predictor.geometry.fit.volumes import (
    BoundingCapsule,
    BoundingCylinder,
    BoundingSphere,
    SphereCylinderSphere,
    TaperedCapsule,
    union_content,
)
from tests.predictor.geometry.fit.training_parts import turned_profile

A_MILLIONTH, A_PERCENT = 1e-6, 0.01
TURN = np.array([[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]])


def revolved(*profile, facets=24):
    """A body of revolution about a slanting axis."""
    return turned_profile(profile, facets) @ TURN.T + [0.3, -0.2, 0.1]


def dumbbell():
    return revolved((0.2, -0.6), (0.2, -0.3), (0.05, -0.3), (0.05, 0.3), (0.15, 0.3), (0.15, 0.55))


@pytest.fixture(scope="module")
def body():
    return solid_of_triangles(dumbbell())


@pytest.fixture(scope="module")
def fits(body):
    return {method: fit(body, method).volume for method in METHODS}


@pytest.mark.parametrize("method", METHODS)
def test_points_all_over_the_surface_are_inside(body, fits, method):
    weights = np.random.default_rng(1).dirichlet(np.ones(3), size=(40, len(body.triangles)))
    surface = np.einsum("ktc,tcx->ktx", weights, body.triangles).reshape(-1, 3)
    assert fits[method].margins(surface).min() >= -1e-9


@pytest.mark.parametrize("method", METHODS)
def test_a_body_that_is_only_a_point_is_held(method):
    volume = fit(solid_of_triangles(np.ones((2, 3, 3))), method).volume
    assert volume.margins(np.ones((1, 3)))[0] >= 0.0
    assert volume.volume < 1e-20


def test_a_fit_that_leaves_a_corner_out_is_refused(body):
    short = BoundingSphere(centre=body.corners.mean(axis=0), radius=0.3)
    with pytest.raises(NotHeldError, match="leaves out a corner by"):
        checked_fit(Fitted(short, (HeldCorners(short, body.corners),)))


def test_the_smallest_sphere_is_that_of_its_touching_points():
    rng = np.random.default_rng(2)
    directions = rng.normal(size=(200, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    inside = directions * rng.uniform(0.0, 0.9, (200, 1))
    tetrahedron = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / math.sqrt(3.0)
    sphere = smallest_sphere(np.vstack([inside, tetrahedron]) + 5.0)
    assert sphere.radius == pytest.approx(1.0, abs=1e-9)
    assert sphere.centre == pytest.approx(np.full(3, 5.0), abs=1e-9)


def test_a_capsule_is_found_again():
    rise = np.linspace(0.0, np.pi / 2.0, 13)[:-1]
    upper = [(0.1 * np.cos(a), 0.4 + 0.1 * np.sin(a)) for a in rise] + [(0.0, 0.5)]
    triangles = revolved(*[(r, -z) for r, z in reversed(upper)], *upper)
    solid = solid_of_triangles(triangles)
    exact = math.pi * 0.1**2 * (0.8 + 4.0 / 3.0 * 0.1)
    assert smallest_capsule(solid.corners, solid.edges).volume <= exact * (1.0 + A_PERCENT)


def test_a_cone_is_held_by_less_in_a_tapered_capsule():
    solid = solid_of_triangles(revolved((0.2, -0.5), (0.05, 0.5)))
    capsule = smallest_capsule(solid.corners, solid.edges)
    tapered = smallest_tapered(solid.corners, solid.edges)
    assert isinstance(tapered, TaperedCapsule)
    assert tapered.volume < 0.75 * capsule.volume


def test_a_dumbbell_is_held_by_less_in_several_capsules(fits):
    assert len(fits["capsules"].members) == 3
    assert fits["capsules"].volume < 0.7 * fits["capsule"].volume


def test_the_scs_of_a_dumbbell_has_a_thin_middle(fits):
    scs = fits["scs"]
    assert scs.middle.radius < 0.06
    assert min(end.radius for end in scs.ends) >= scs.middle.radius


def test_contents_are_those_that_sampling_finds():
    p0, p1 = np.zeros(3), np.array([0.0, 0.0, 0.5])
    ends = (BoundingSphere(centre=p0, radius=0.3), BoundingSphere(centre=p1, radius=0.25))
    volumes = [
        TaperedCapsule(p0=p0, p1=p1, radius_0=0.3, radius_1=0.1),
        BoundingCapsule(p0=p0, p1=p1, radius=0.2),
        SphereCylinderSphere(ends=ends, middle=BoundingCylinder(p0=p0, p1=p1, radius=0.2)),
    ]
    samples = np.random.default_rng(3).uniform([-0.3, -0.3, -0.3], [0.3, 0.3, 0.8], (200_000, 3))
    for volume in volumes:
        share = (volume.margins(samples) >= 0.0).mean()
        assert volume.volume == pytest.approx(share * 0.6 * 0.6 * 1.1, rel=A_PERCENT), volume.kind


def test_what_capsules_share_is_counted_once():
    near, far = (
        BoundingCapsule(p0=np.zeros(3), p1=np.array([length, 0.0, 0.0]), radius=0.1) for length in (0.4, 1.0)
    )
    assert union_content([near, far], 40_000) == pytest.approx(far.volume, rel=A_PERCENT)


def test_a_plane_divides_a_body_without_loss():
    triangles = dumbbell()
    normal = np.array([0.6, 0.0, 0.8])
    below, above = cut_by_plane(triangles, normal, 0.1)
    assert (below @ normal).max() <= 0.1 + A_MILLIONTH
    assert (above @ normal).min() >= 0.1 - A_MILLIONTH
    assert area(below) + area(above) == pytest.approx(area(triangles))


def area(triangles):
    a, b, c = triangles.transpose(1, 0, 2)
    return np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2.0


@pytest.mark.parametrize("method", METHODS)
def test_only_capsules_and_spheres_are_flown(fits, method):
    shapes = flyable_volumes(fits[method])
    assert bool(shapes) == (method in FLYABLE_METHODS)
    assert all(isinstance(shape, BoundingCapsule | BoundingSphere) for shape in shapes)
