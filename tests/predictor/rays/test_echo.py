"""What a range sensor hears of walls, balls and nothing, from wherever its frame stands."""

import numpy as np
import pytest

from predictor.geometry.shapes import Box, Capsule
from predictor.model.robot import RangeSensor
from predictor.model.spatial import pose, rotation_from_vector
from predictor.rays.caster import Caster
from predictor.rays.echo import echo
from predictor.rays.ray_shapes import RayShape

NANOMETRE = 1e-9
DOWN = np.array([0.0, 0.0, -1.0])


def sensor(beam_deg=5.0, range_m=3.0, direction=DOWN):
    return RangeSensor(
        frame=1,
        p=np.array([0.1, 0.2, 0.3]),
        direction=direction,
        range_m=range_m,
        beam=np.radians(beam_deg),
        noise_m=0.0,
    )


def slab(top):
    T = pose(np.eye(3), np.array([0.0, 0.0, top - 0.5]))
    half = np.array([50.0, 50.0, 0.5])
    return Caster([RayShape("slab", 0, Box(name="slab", body="b", T_base_box=T, half=half))])


def ball(x, z, radius=0.5):
    at = np.array([x, 0.2, z])
    return Caster([RayShape("ball", 0, Capsule(name="ball", body="b", p0=at, p1=at, radius=radius))])


def test_a_wall_square_to_the_beam_is_as_far_as_it_is():
    assert echo(sensor(), slab(-1.0), T_frame=np.eye(4)) == pytest.approx(1.3, abs=NANOMETRE)


def test_what_is_beyond_its_range_is_no_echo():
    assert echo(sensor(range_m=1.29), slab(-1.0), T_frame=np.eye(4)) is None


def test_the_sensor_looks_where_its_frame_is_turned_to():
    T = pose(rotation_from_vector(np.array([0.0, np.pi / 2, 0.0])), np.array([0.0, 0.0, 0.0]))
    along_x = echo(sensor(direction=np.array([1.0, 0.0, 0.0])), slab(-1.0), T_frame=T)
    assert along_x == pytest.approx(1.0 - 0.1, abs=NANOMETRE)  # x of the frame points down there


def test_the_beam_hears_a_ball_that_its_middle_passes():
    beside = ball(x=0.1 + 0.55, z=-1.7)
    assert echo(sensor(beam_deg=0.0), beside, T_frame=np.eye(4)) is None
    heard = echo(sensor(beam_deg=5.0), beside, T_frame=np.eye(4))
    nearest = float(np.hypot(0.55, 2.0)) - 0.5
    assert nearest < heard < nearest + 0.45


def test_all_rays_lie_within_the_beam_and_the_middle_is_one_of_them():
    rays = sensor(beam_deg=5.0).rays()
    assert np.linalg.norm(rays, axis=1) == pytest.approx(1.0)
    assert np.degrees(np.arccos(rays @ DOWN)).max() == pytest.approx(5.0)
    assert rays[0] == pytest.approx(DOWN)
