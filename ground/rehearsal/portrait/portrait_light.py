"""How a portrait is lit: an arm in a studio, its volumes as shells of glass, on a floor with a grid.

    sky of two greys      behind everything
    floor                 lines of the grid, and the shadow; it fades away from the arm
    arm                   Lambert, from one lamp with shadows, one at the eye, and the sky
    shells                the more to be seen, the flatter they are looked at; their edges whole

Colours are shares of red, green and blue, as a screen takes them.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.pictures.raycast import Views
from ground.rehearsal.portrait.portrait_eye import PortraitEye
from ground.report.figures.picture_marks import Colour

Array = NDArray[np.float64]
Light = Callable[[Array], NDArray[np.bool_]]

TO_LAMP = np.array([0.25, -0.55, 0.8]) / np.linalg.norm([0.25, -0.55, 0.8])
LAMP, HEAD, SKY = 0.66, 0.26, 0.33  # shares of the light
ABOVE, BELOW = (0.93, 0.945, 0.96), (0.74, 0.77, 0.80)  # of the picture
SHELL: Colour = (0.0, 0.50, 0.62)
FACING, GRAZING, RIM = 0.10, 0.62, 0.85  # opacity of a shell: looked at straight, along, at its edge
LINE: Colour = (0.42, 0.46, 0.52)
LINE_SHARE, SHADE = 0.55, 0.30  # opacity of the grid and of the shadow
LINE_PX = 1.6
FADE = 1.7  # radii of the arm at which the floor has faded to a third


class Floor(NamedTuple):
    """The plane below an arm."""

    grid: float  # distance of its lines [m]
    middle: Array  # (3,) of the arm
    radius: float  # of the arm [m]
    points: Array  # (k, 3) all over the arm

    @property
    def z(self) -> float:
        """Its height: nothing of the arm is below it [m]."""
        return float(self.points[:, 2].min())


def backdrop(rows: int, columns: int) -> Array:
    """Return the sky (rows, columns, 3)."""
    down = np.linspace(0.0, 1.0, rows)[:, None]
    shades = (1.0 - down) * ABOVE + down * BELOW
    return np.repeat(shades[:, None, :], columns, axis=1)


def lay_floor(
    picture: Array, eye: PortraitEye, floor: Floor, *, rays: Array, bare: NDArray[np.bool_], lit: Light
) -> None:
    """Draw the floor where nothing stands before it (`bare`); `lit`: which points the lamp reaches."""
    towards = rays @ eye.R.T
    down = bare & (towards[..., 2] < -1e-3)
    away = np.zeros(down.shape)
    away[down] = (floor.z - eye.p[2]) / towards[..., 2][down]
    points = eye.p + away[..., None] * towards
    far = np.linalg.norm(points[..., :2] - floor.middle[:2], axis=2) / (FADE * floor.radius)
    clear = np.where(down, np.exp(-(far**2)), 0.0)
    lines = _lines(points, away, towards, eye=eye, grid=floor.grid)
    _blend(picture, LINE, LINE_SHARE * clear * lines)
    _blend(picture, (0.0, 0.0, 0.0), SHADE * clear * _shaded(points, down, floor, lit=lit))


def _lines(points: Array, away: Array, towards: Array, *, eye: PortraitEye, grid: float) -> Array:
    """Return how much of each pixel (rows, columns) lines of the grid cover."""
    pixel = away / eye.focal  # [m]
    slant = np.abs(towards[..., 2]) / np.linalg.norm(towards, axis=2)
    covered = np.zeros(away.shape)
    for axis in range(2):
        off = np.abs(points[..., axis] / grid - np.round(points[..., axis] / grid)) * grid
        wide = np.maximum(pixel / np.sqrt(np.maximum(slant, 0.05)), 1e-9)
        covered = np.maximum(covered, (0.5 * LINE_PX + 0.5 - off / wide).clip(0.0, 1.0))
    return covered


def _shaded(points: Array, down: NDArray[np.bool_], floor: Floor, *, lit: Light) -> Array:
    """Return which points of the floor (rows, columns) lie in the shadow: 1, or 0."""
    height = floor.points[:, 2:] - floor.z
    foot = floor.points[:, :2] - height * TO_LAMP[:2] / TO_LAMP[2]  # the shadow lies within these
    inside = (points[..., :2] >= foot.min(axis=0)) & (points[..., :2] <= foot.max(axis=0))
    place = np.nonzero(down & inside.all(axis=2))
    shaded = np.zeros(down.shape)
    shaded[place] = ~lit(points[place])
    return shaded


def draw_arm(picture: Array, views: Views, colours: Array, *, rays: Array, eye: PortraitEye) -> None:
    """Draw what is solid; `colours` (shapes, 3)."""
    is_seen = views.geom >= 0
    normal = views.normal.astype(np.float64)
    normal /= np.maximum(np.linalg.norm(normal, axis=0), 1e-9)
    lamp = views.lit * np.tensordot(TO_LAMP, normal, axes=1).clip(0.0)
    light = LAMP * lamp + HEAD * _facing(normal, rays, eye) + SKY * 0.5 * (1.7 + normal[2])
    picture[is_seen] = (colours[views.geom[is_seen]] * light[is_seen][:, None]).clip(0.0, 1.0)


def draw_shells(picture: Array, solid: Views, shells: Views, *, rays: Array, eye: PortraitEye) -> None:
    """Draw the shells that stand before what is solid, and their edges."""
    nearer = (shells.geom >= 0) & ((solid.geom < 0) | (shells.depth < solid.depth))
    normal = shells.normal.astype(np.float64)
    facing = _facing(normal, rays, eye)
    _blend(picture, SHELL, np.where(nearer, FACING + GRAZING * (1.0 - facing) ** 3, 0.0))
    edge = np.zeros(nearer.shape, dtype=bool)
    for axis in (0, 1):
        change = np.diff(shells.geom, axis=axis) != 0
        at = (slice(1, None), slice(None)) if axis == 0 else (slice(None), slice(1, None))
        edge[at] |= change
    _blend(picture, SHELL, np.where(edge & (nearer | (solid.geom < 0)), RIM, 0.0))


def _facing(normal: Array, rays: Array, eye: PortraitEye) -> Array:
    """Return the cosine (rows, columns) between normals and the way to the eye."""
    towards = rays @ eye.R.T
    towards /= np.linalg.norm(towards, axis=2)[..., None]
    cosine: Array = -np.einsum("irc,rci->rc", normal, towards).clip(-1.0, 0.0)
    return cosine


def _blend(picture: Array, colour: Colour, share: Array) -> None:
    picture += share[..., None] * (np.array(colour) - picture)
