"""Make a picture of what a camera sees: sunlight with hard shadows, earthlight, stars, sensor noise.

    grey = black + gain * albedo * (sun * cos + earth * share of the sky that is earth) + shot and read noise

Lambert surfaces; one sun, no air: what the sun does not reach is lit by the earth alone.  The sun and the
stars stand still in the world, while the platform may turn.
"""

from typing import NamedTuple

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.geoms import RayShapes
from ground.rehearsal.body.solids import frame_name, solids
from ground.rehearsal.pictures.raycast import CameraPose, Floats, Views, cast_views
from predictor.geometry.scenes.scene_file import CARRIER
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.model.robot import Robot

Array = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Pixels = NDArray[np.intp]

TO_EARTH = np.array([-0.6, 0.2, -0.77]) / np.linalg.norm([-0.6, 0.2, -0.77])  # in world axes
SUNLIGHT, EARTHLIGHT = 1.0, 0.16  # on a surface that faces it
BLACK, GAIN = 5.0, 280.0  # grey levels: of no light, and of a white surface in full sun
ELECTRONS = 40.0  # for each grey level
READ_NOISE = 1.0  # standard deviation, grey levels
WHITE_PAINT, METAL, FOIL, SOLAR_CELLS, BRIGHT_METAL = 0.75, 0.5, 0.55, 0.38, 0.9  # albedos
WEAVE = 0.16  # by how much panels and blankets differ in brightness
PANEL = 0.17  # their width: no shape's edge is a multiple of it [m]
PANEL_SHARES = (0.7549, 0.5698, 0.4302)  # of a turn of brightness from each panel to the next
VIGNETTE = 0.7  # 2.0 would be the cosine to the fourth of a plain lens
STARS = 500
STAR_GREY = 120.0  # of the brightest


class Surfaces(NamedTuple):
    """How the shapes of the model reflect."""

    albedo: Floats  # (shapes,)
    weave: Floats  # (shapes,) by how much its panels differ


class Optics(NamedTuple):
    """What stays the same from picture to picture."""

    rays: Array  # of `raycast.directions`
    vignette: Floats  # (rows, columns) share of the light that arrives
    surfaces: Surfaces


def vignette(rays: Array) -> Floats:
    """Return the share of the light that reaches each pixel: less towards the corners."""
    share: Array = (rays[:-1, :-1] ** 2).sum(axis=2) ** -VIGNETTE
    return share.astype(np.float32)


def surfaces(model: mujoco.MjModel, robot: Robot, scene: Scene) -> Surfaces:
    """Return how each shape reflects, by which arm, hands, platform and target differ."""
    albedo = np.full(model.ngeom, FOIL, dtype=np.float32)
    weave = np.full(model.ngeom, WEAVE, dtype=np.float32)
    hands = {frame_name(tool.frame) for tool in robot.tools}
    for solid in solids(robot, scene):
        geom = model.geom(solid.name).id
        if not solid.of:
            albedo[geom] = METAL if solid.body in hands else WHITE_PAINT
            weave[geom] = 0.5 * WEAVE
        elif isinstance(solid.shape, Capsule):
            albedo[geom] = BRIGHT_METAL
        elif isinstance(solid.shape, Box) and solid.of != CARRIER:
            albedo[geom] = SOLAR_CELLS
    return Surfaces(albedo, weave)


def render(
    sight: RayShapes, data: mujoco.MjData, eye: CameraPose, *, optics: Optics, rng: np.random.Generator
) -> Bytes:
    """Return the picture (rows, columns); `data` needs its kinematics up to date."""
    views = cast_views(sight, data, eye, rays=optics.rays)
    light = _light(data, views, eye, optics=optics)
    light += _stars(eye, optics.rays, views)
    return _exposed(light * optics.vignette, rng)


def _light(data: mujoco.MjData, views: Views, eye: CameraPose, *, optics: Optics) -> Floats:
    """Return the light (rows, columns) from each pixel's surface, in grey levels."""
    falling = 0.5 * EARTHLIGHT * (1.0 + _cosine(views.normal, TO_EARTH))
    falling += SUNLIGHT * (views.lit * _cosine(views.normal, eye.sun))
    reflecting = np.zeros(views.geom.size, dtype=np.float32)  # space does not
    geom = views.geom.ravel()
    for shape in np.flatnonzero(np.bincount(geom + 1)[1:]):
        seen = np.flatnonzero(geom == shape)
        panels = _panels(_points(data, int(shape), seen=seen, views=views, eye=eye, rays=optics.rays))
        reflecting[seen] = optics.surfaces.albedo[shape] * (1.0 + optics.surfaces.weave[shape] * panels)
    return np.float32(GAIN) * reflecting.reshape(views.geom.shape) * falling


def _cosine(normal: Floats, towards: Array) -> Floats:
    """Return the cosine (rows, columns) between normals (3, rows, columns) and a direction (3,)."""
    x, y, z = towards.astype(np.float32)
    cosine: Floats = normal[0] * x + normal[1] * y + normal[2] * z
    return cosine


def _points(
    data: mujoco.MjData, shape: int, *, seen: Pixels, views: Views, eye: CameraPose, rays: Array
) -> list[Floats]:
    """Return x, y and z, each (k,), of the points seen at some pixels, in axes of their shape [m]."""
    R_shape_world = data.geom_xmat[shape].reshape(3, 3).T
    R = (R_shape_world @ eye.R).astype(np.float32)
    p = (R_shape_world @ (eye.p - data.geom_xpos[shape])).astype(np.float32)
    row, column = np.divmod(seen, views.geom.shape[1])
    depth = views.depth.ravel()[seen]
    x = depth * rays[0, :, 0].astype(np.float32)[column]
    y = depth * rays[:, 0, 1].astype(np.float32)[row]
    return [R[i, 0] * x + R[i, 1] * y - R[i, 2] * depth + p[i] for i in range(3)]


def _panels(points: list[Floats]) -> Floats:
    """Return how far the panel at each point is brighter than others, -1 to 1: by chance, always the same."""
    total = np.zeros_like(points[0])
    for coordinate, share in zip(points, PANEL_SHARES, strict=True):
        total += np.floor(coordinate * np.float32(1.0 / PANEL) + np.float32(0.31)) * np.float32(share)
    return 2.0 * (total - np.floor(total)) - 1.0


def _sky() -> tuple[Array, Floats]:
    """Return directions (k, 3) and grey levels (k,) of the stars: the same sky for every run."""
    rng = np.random.default_rng(0)
    towards = rng.standard_normal((STARS, 3))
    towards /= np.linalg.norm(towards, axis=1)[:, None]
    return towards, (STAR_GREY * rng.uniform(0.1, 1.0, STARS) ** 3).astype(np.float32)


_STARS, _STAR_GREYS = _sky()


def _stars(eye: CameraPose, rays: Array, views: Views) -> Floats:
    """Return the stars' light (rows, columns), where nothing stands before them."""
    light = np.zeros(views.geom.shape, dtype=np.float32)
    seen = _STARS @ eye.R  # in camera axes
    focal = 1.0 / (rays[0, 1, 0] - rays[0, 0, 0])
    ahead = np.flatnonzero(seen[:, 2] < -0.1)
    x = (seen[ahead, 0] / -seen[ahead, 2] - rays[0, 0, 0]) * focal
    y = (rays[0, 0, 1] - seen[ahead, 1] / -seen[ahead, 2]) * focal
    rows, columns = views.geom.shape
    inside = (x >= 0.0) & (x < columns - 1) & (y >= 0.0) & (y < rows - 1)
    x, y, grey = x[inside], y[inside], _STAR_GREYS[ahead[inside]]
    column, row = x.astype(int), y.astype(int)
    x, y = x - column, y - row
    for down, right, share in (
        (0, 0, (1.0 - y) * (1.0 - x)),
        (0, 1, (1.0 - y) * x),
        (1, 0, y * (1.0 - x)),
        (1, 1, y * x),
    ):
        np.add.at(light, (row + down, column + right), (grey * share).astype(np.float32))
    light[views.geom >= 0] = 0.0
    return light


def _exposed(light: Floats, rng: np.random.Generator) -> Bytes:
    """Return grey levels of a sensor: photons come by chance, and reading adds noise."""
    noise = rng.standard_normal(light.shape, dtype=np.float32)
    noise *= np.sqrt(READ_NOISE**2 + light / ELECTRONS)
    grey: Floats = np.clip(light + noise + (BLACK + 0.5), 0.0, 255.0)
    return grey.astype(np.uint8)
