"""Rays and segments against shapes: beside MuJoCo, at odd places, and as frames move."""

import math

import mujoco
import numpy as np
import pytest

from predictor.geometry.mesh import placed
from predictor.geometry.primitive_meshes import ball
from predictor.geometry.primitive_meshes import box as box_mesh
from predictor.geometry.shapes import Box, Capsule
from predictor.model.spatial import inverse_pose, pose, rotation_from_vector
from predictor.rays.cast_kernels import NO_HIT, NO_RAY
from predictor.rays.caster import Caster, RayError
from predictor.rays.ray_shapes import FEW_SOLIDS, RayShape

NANOMETRE, PICOMETRE, MICROMETRE = 1e-9, 1e-12, 1e-6
BLOCK = box_mesh((2.0, 2.0, 2.0))
X = (1.0, 0.0, 0.0)


def random_pose(rng, spread=2.0):
    return pose(rotation_from_vector(rng.normal(size=3)), rng.uniform(-spread, spread, 3))


def box(T=None, half=(1.0, 1.0, 1.0), name="box"):
    return Box(name=name, body="b", T_base_box=np.eye(4) if T is None else T, half=np.array(half))


def rod(p0, p1, radius, name="rod"):
    return Capsule(name=name, body="b", p0=np.array(p0, float), p1=np.array(p1, float), radius=radius)


UNIT = {  # shapes that span -1 ... 1 along x, each way that they can be asked
    "box": RayShape("box", 0, box()),
    "ball": RayShape("ball", 0, rod((0, 0, 0), (0, 0, 0), 1.0)),
    "rod": RayShape("rod", 0, rod((-0.5, 0, 0), (0.5, 0, 0), 0.5)),
    "rod across": RayShape("rod across", 0, rod((0, -0.5, 0), (0, 0.5, 0), 1.0)),
    "hull": RayShape("hull", 0, BLOCK, is_solid=True),
    "mesh": RayShape("mesh", 0, BLOCK),
}


def some_shapes(seed, count, frames=1):
    """Boxes, capsules, balls, convex pieces and meshes at random places."""
    rng = np.random.default_rng(seed)
    shapes = []
    for k in range(count):
        name, T, frame = f"s{k}", random_pose(rng), k % frames
        p, q = rng.uniform(-2, 2, 3), rng.uniform(-2, 2, 3)
        mesh = placed(ball(rng.uniform(0.1, 0.4)), T)
        kinds = (
            RayShape(name, frame, box(T, rng.uniform(0.05, 0.4, 3))),
            RayShape(name, frame, rod(p, p + 0.3 * (q - p), rng.uniform(0.05, 0.2))),
            RayShape(name, frame, rod(p, p, rng.uniform(0.1, 0.4))),
            RayShape(name, frame, mesh, is_solid=True),
            RayShape(name, frame, mesh),
        )
        shapes.append(kinds[k % len(kinds)])
    return shapes


def some_rays(seed, count, spread=4.0):
    rng = np.random.default_rng(seed)
    o = rng.uniform(-spread, spread, (count, 3))
    return o, rng.uniform(-2, 2, (count, 3)) - o


def in_mujoco(shapes):
    """The same shapes, as MuJoCo has them."""
    spec = mujoco.MjSpec()
    for shape in shapes:
        body = shape.shape
        if isinstance(body, Box):
            quat = np.empty(4)
            mujoco.mju_mat2Quat(quat, body.T_base_box[:3, :3].ravel())
            place = {"size": body.half, "pos": body.T_base_box[:3, 3], "quat": quat}
            spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, **place)
        elif isinstance(body, Capsule) and (body.p0 == body.p1).all():
            size = [body.radius, 0, 0]
            spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=size, pos=body.p0)
        elif isinstance(body, Capsule):
            ends = [*body.p0, *body.p1]
            size = [body.radius, 0, 0]
            spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=size, fromto=ends)
        else:
            mesh = spec.add_mesh(name=shape.name, inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL)
            mesh.uservert, mesh.userface = body.vertices.ravel(), body.faces.ravel()
            spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=shape.name)
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    return model, data


@pytest.mark.parametrize("count", [12, 2 * FEW_SOLIDS])
def test_mujoco_tells_the_same_first_hits(count):
    shapes = some_shapes(1, count)
    model, data = in_mujoco(shapes)
    o, d = some_rays(2, 1500)
    found = Caster(shapes).first_hits(o, d)
    geom, normal = np.empty(1, np.int32), np.empty(3)
    for k in range(len(d)):
        t = mujoco.mj_ray(model, data, o[k], d[k], None, 1, -1, geom, normal)
        assert found.shape[k] == geom[0]
        if t >= 0.0:
            assert found.distance[k] == pytest.approx(t, abs=MICROMETRE)  # it keeps vertices as float32
            assert found.normal[k] == pytest.approx(normal, abs=1e-3)
    assert 0.1 < (found.shape >= 0).mean() < 0.9


@pytest.mark.parametrize("name", UNIT)
def test_a_ray_along_x_meets_what_spans_one_metre_on_its_near_side(name):
    hits = Caster([UNIT[name]]).first_hits((-3.0, 0.0, 0.0), [X, (-1.0, 0.0, 0.0), (2.0, 0.0, 0.0)])
    assert hits.distance.tolist() == pytest.approx([2.0, math.inf, 1.0], abs=PICOMETRE)
    assert hits.shape.tolist() == [0, NO_HIT, 0]
    assert hits.normal[0] == pytest.approx([-1.0, 0.0, 0.0])
    assert not hits.normal[1].any()


@pytest.mark.parametrize("name", UNIT)
def test_a_ray_from_inside_meets_the_surface_where_it_leaves_and_is_blocked_at_once_where_it_is_full(name):
    caster, is_surface = Caster([UNIT[name]]), name == "mesh"
    hits = caster.first_hits((0.0, 0.0, 0.0), [X])
    assert hits.distance[0] == pytest.approx(1.0, abs=PICOMETRE)
    assert hits.normal[0] == pytest.approx(X)
    assert caster.are_blocked((0.0, 0.0, 0.0), [X], farthest=0.3)[0] != is_surface


@pytest.mark.parametrize("name", UNIT)
def test_how_far_a_ray_looks_is_counted_in_its_own_length(name):
    caster = Caster([UNIT[name]])
    o, d = (-3.0, 0.0, 0.0), [(4.0, 0.0, 0.0)]
    for farthest, is_hit in ((0.499999, False), (0.500001, True), (math.inf, True), (-1.0, None)):
        found = caster.first_hits(o, d, farthest=farthest)
        assert found.shape[0] == (NO_RAY if is_hit is None else 0 if is_hit else NO_HIT)
        assert caster.are_blocked(o, d, farthest=farthest)[0] == (is_hit is not False)


BAD = [
    ((-3.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
    ((-3.0, 0.0, 0.0), (1e-200, 0.0, 0.0)),
]


@pytest.mark.parametrize("name", UNIT)
@pytest.mark.parametrize(("o", "d"), BAD)
def test_what_is_no_ray_is_never_free(name, o, d):
    caster = Caster([UNIT[name]])
    hits = caster.first_hits([o, (-3.0, 0.0, 0.0)], [d, X])
    assert math.isnan(hits.distance[0]) and hits.shape[0] == NO_RAY
    assert hits.shape[1] == 0, "its neighbour is a ray"
    assert caster.are_blocked(o, [d])[0]
    assert Caster([]).are_blocked(o, [d])[0]


GRAZING = {  # begin, direction, distance: along a face, an edge, through a corner; touching a round side
    "box": [((-3, 1, 0), X, 2.0), ((-3, 1, 1), X, 2.0), ((-2, -2, -2), (1, 1, 1), 1.0)],
    "hull": [((-3, 1, 0), X, 2.0), ((-3, 1, 1), X, 2.0)],
    "mesh": [((-3, 1, 0), X, 2.0), ((-3, 1, 1), X, 2.0), ((-2, -2, -2), (1, 1, 1), 1.0)],
    "ball": [((-3, 1, 0), X, 3.0)],
    "rod": [((0, -3, 0.5), (0, 1, 0), 3.0), ((-3, 0.5, 0), X, 2.5)],
    "rod across": [((-3, 0, 1), X, 3.0)],
}


@pytest.mark.parametrize(("name", "ray"), [(name, ray) for name, rays in GRAZING.items() for ray in rays])
def test_a_ray_that_touches_a_shape_meets_it(name, ray):
    o, d, distance = ray
    hits = Caster([UNIT[name]]).first_hits(o, [d])
    assert hits.distance[0] == pytest.approx(distance, abs=PICOMETRE)


def test_shapes_without_thickness_are_met_and_have_a_normal():
    sheet = RayShape("sheet", 0, box(half=(0.0, 1.0, 1.0)))
    wire = RayShape("wire", 0, rod((0.0, -1.0, 0.0), (0.0, 1.0, 0.0), 0.0))
    for shape in (sheet, wire):
        hits = Caster([shape]).first_hits((-3.0, 0.5, 0.0), [X, (0.0, 0.0, 1.0)])
        assert hits.distance.tolist() == [3.0, math.inf]
    assert abs(Caster([sheet]).first_hits((-3.0, 0.5, 0.0), [X]).normal[0, 0]) == 1.0


def test_every_hit_lies_on_its_shape_also_of_rays_from_a_kilometre_away():
    o, d = some_rays(3, 400)
    o = o - 300.0 * d / np.linalg.norm(d, axis=1)[:, None]
    for shape in (box(half=(0.3, 0.5, 0.7)), rod((-0.4, 0.1, 0.2), (0.3, 0.6, -0.2), 0.4)):
        hits = Caster([RayShape("one", 0, shape)]).first_hits(o, d)
        is_hit = hits.shape == 0
        assert is_hit.sum() > 20
        points = (o + hits.distance[:, None] * d)[is_hit]
        assert np.abs(away(shape, points)).max() < PICOMETRE


def away(shape, points):
    """How far points (k, 3) lie from a surface, by its definition."""
    if isinstance(shape, Box):
        return (np.abs(points) - shape.half).max(axis=1)
    axis = shape.p1 - shape.p0
    share = ((points - shape.p0) @ axis / (axis @ axis)).clip(0.0, 1.0)
    return np.linalg.norm(points - shape.p0 - share[:, None] * axis, axis=1) - shape.radius


def test_rays_and_shapes_that_move_together_meet_at_the_same_distance():
    shapes, rng = some_shapes(4, 20, frames=3), np.random.default_rng(5)
    caster, (o, d) = Caster(shapes), some_rays(6, 500)
    T, moved = np.array([random_pose(rng, 0.5) for _ in range(3)]), random_pose(rng, 10.0)
    before = caster.first_hits(o, d, T=T)
    after = caster.first_hits(o @ moved[:3, :3].T + moved[:3, 3], d @ moved[:3, :3].T, T=moved @ T)
    assert (before.shape == after.shape).all()
    is_hit = before.shape >= 0
    assert is_hit.sum() > 100
    assert before.distance[is_hit] == pytest.approx(after.distance[is_hit], abs=NANOMETRE)
    assert (before.normal @ moved[:3, :3].T)[is_hit] == pytest.approx(after.normal[is_hit], abs=NANOMETRE)


def test_a_frame_that_moves_is_as_rays_that_move_the_other_way():
    shapes, T = some_shapes(7, 5 + 2 * FEW_SOLIDS), random_pose(np.random.default_rng(8))
    caster, (o, d), back = Caster(shapes), some_rays(9, 300), inverse_pose(T)
    moved = caster.first_hits(o, d, T=T[None])
    still = caster.first_hits(o @ back[:3, :3].T + back[:3, 3], d @ back[:3, :3].T)
    assert (moved.shape == still.shape).all()


@pytest.mark.parametrize(("count", "spread"), [(12, 0.3), (12, 9.0), (2 * FEW_SOLIDS, 0.3)])
def test_rays_that_look_together_meet_what_each_of_them_meets_alone(count, spread):
    caster, rng = Caster(some_shapes(17, count)), np.random.default_rng(18)
    o, d = np.array([-2.5, 0.4, 0.3]), rng.normal(size=(600, 3)) * spread + (1.0, 0.0, 0.0)
    d[::50] = 0.0
    together = caster.first_hits(o, d)
    for k in range(len(d)):
        alone = caster.first_hits(o, d[k : k + 1])
        assert together.shape[k] == alone.shape[0]
        assert together.distance[k] == pytest.approx(alone.distance[0], abs=PICOMETRE, nan_ok=True)
        assert together.normal[k] == pytest.approx(alone.normal[0], abs=NANOMETRE)
    assert 0.02 < (together.shape >= 0).mean() < 0.95


def test_rays_from_many_places_meet_what_each_of_them_meets_alone():
    caster, (o, d) = Caster(some_shapes(19, 20)), some_rays(20, 300)
    o[:150] = o[0] + 0.1 * np.random.default_rng(21).normal(size=(150, 3))  # of a narrow beam
    d[:150] = -o[0] + 0.3 * (d[:150] + o[:150])
    together = caster.first_hits(o, d)
    alone = [caster.first_hits(o[k], d[k : k + 1]) for k in range(len(d))]
    assert together.shape.tolist() == [hit.shape[0] for hit in alone]
    assert 0.05 < (together.shape >= 0).mean() < 0.95


def test_a_segment_crosses_the_same_surfaces_from_either_end():
    caster = Caster(some_shapes(10, 5 + FEW_SOLIDS))
    for a, d in zip(*some_rays(11, 60), strict=True):
        there, back = caster.segment(a, a + d), caster.segment(a + d, a)
        length = np.linalg.norm(d)
        assert sorted(hit.shape for hit in there) == sorted(hit.shape for hit in back)
        assert [hit.distance for hit in there] == pytest.approx(
            [length - hit.distance for hit in back[::-1]], abs=NANOMETRE
        )


def test_the_first_crossing_of_a_segment_is_the_first_hit_of_its_ray():
    caster, (o, d) = Caster(some_shapes(12, 5 + FEW_SOLIDS)), some_rays(13, 80)
    hits = caster.first_hits(o, d, farthest=1.0)
    assert (hits.shape >= 0).sum() > 20
    for k in range(len(d)):
        crossings = caster.segment(o[k], o[k] + d[k])
        assert bool(crossings) == (hits.shape[k] >= 0)
        if crossings:
            assert crossings[0].distance == pytest.approx(hits.distance[k] * np.linalg.norm(d[k]))
            assert crossings[0].normal == pytest.approx(hits.normal[k], abs=NANOMETRE)


@pytest.mark.parametrize("name", UNIT)
def test_a_segment_through_a_shape_comes_in_and_goes_out(name):
    ahead = RayShape("ahead", 0, box(pose(np.eye(3), np.array((5.0, 0.0, 0.0))), name="ahead"))
    hits = Caster([ahead, UNIT[name]]).segment((-3.0, 0.0, 0.0), (4.5, 0.0, 0.0))
    assert [hit.shape for hit in hits] == [1, 1, 0]
    assert [hit.distance for hit in hits] == pytest.approx([2.0, 4.0, 7.0])
    assert [hit.point[0] for hit in hits] == pytest.approx([-1.0, 1.0, 4.0])
    assert [hit.normal[0] for hit in hits] == pytest.approx([-1.0, 1.0, -1.0])


def test_an_early_answer_is_that_of_the_first_hit_where_nothing_begins_inside():
    caster = Caster(some_shapes(14, 40))
    _, d = some_rays(15, 500)
    o = 9.0 * d / np.linalg.norm(d, axis=1)[:, None]
    met = caster.first_hits(o, -d, farthest=2.0).shape >= 0
    assert (caster.are_blocked(o, -d, farthest=2.0) == met).all()
    assert 0.05 < met.mean() < 0.95


def test_nothing_is_met_where_nothing_is():
    assert Caster([]).first_hits((0.0, 0.0, 0.0), [X]).shape[0] == NO_HIT
    assert Caster([]).segment((0.0, 0.0, 0.0), X) == ()
    assert len(Caster([UNIT["box"]]).first_hits((0.0, 0.0, 0.0), np.empty((0, 3))).shape) == 0


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda caster: caster.first_hits((0.0, 0.0), [X]), "origins have shape"),
        (lambda caster: caster.first_hits((0.0, 0.0, 0.0), X), "directions have shape"),
        (lambda caster: caster.first_hits((0.0, 0.0, 0.0), [X], T=np.eye(4)), "poses have shape"),
        (lambda caster: caster.segment((0.0, 0.0), (1.0, 0.0)), "ends have shape"),
        (lambda caster: caster.segment(X, X), "no segment"),
        (lambda caster: caster.segment(X, (math.nan, 0.0, 0.0)), "no segment"),
    ],
)
def test_what_is_no_question_is_refused(ask, told):
    with pytest.raises(RayError, match=told):
        ask(Caster([UNIT["box"]]))
