"""What a URDF says of masses: the bodies of one frame as one body.

    m = sum m_i    c = sum m_i c_i / m    d_i = c_i - c
    I = sum (R_i I_i R_i^T + m_i (|d_i|^2 1 - d_i d_i^T))

Source: Featherstone, Rigid Body Dynamics Algorithms, 2008, section 2.13.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from predictor.inputs.doubt import Doubt
from predictor.inputs.rigid import Array, Tensor
from predictor.model.files.robot_table import UNKNOWN, Point, Unknown
from predictor.model.files.rows import as_point, as_tensor
from predictor.model.files.urdf_tree import PlacedLink, pose
from telemetry.files.settings import FileError


class Weighed(NamedTuple):
    """Mass properties of one frame, as a file row has them."""

    mass: float | Unknown
    com: Point | Unknown
    inertia: Tensor | Unknown


class _Body(NamedTuple):
    mass: float
    com: Array  # (3,) in the frame
    inertia: Array | None  # (3, 3) about it, in axes of the frame


def weighed(links: Sequence[PlacedLink], path: Path | str, doubts: list[Doubt]) -> Weighed:
    """Return the bodies of one frame as one; what nobody says is not known.

    Raises:
        FileError: a mass is negative.
    """
    bodies = [body for placed in links if (body := _body(placed, path, doubts)) is not None]
    if not bodies:
        return Weighed(UNKNOWN, UNKNOWN, UNKNOWN)
    _doubt_weightless(links, doubts)
    mass = sum(body.mass for body in bodies)
    com = sum((body.mass * body.com for body in bodies), np.zeros(3)) / mass
    inertia = np.zeros((3, 3))
    for body in bodies:
        if body.inertia is None:
            return Weighed(mass, as_point(com), UNKNOWN)
        d = body.com - com
        inertia += body.inertia + body.mass * (d @ d * np.eye(3) - np.outer(d, d))
    return Weighed(mass, as_point(com), as_tensor((inertia + inertia.T) / 2.0))


def _body(placed: PlacedLink, path: Path | str, doubts: list[Doubt]) -> _Body | None:
    """Return what a link says of its mass; None: nothing."""
    name, inertial = placed.link.name, placed.link.inertial
    if inertial is None or inertial.mass is None:
        if inertial is not None and inertial.inertia is not None:
            doubts.append(Doubt(name, "has an inertia without a mass", "give its mass"))
        return None
    if inertial.mass < 0.0:
        raise FileError(path, f"link {name!r}", f"mass {inertial.mass:g} must be greater than 0")
    if inertial.mass == 0.0:
        doubts.append(Doubt(name, "has mass 0", "give its mass, or no inertial; it is left out"))
        return None
    T = placed.T_frame_link @ pose(inertial.origin)
    R = T[:3, :3]
    if inertial.inertia is None:
        doubts.append(Doubt(name, "has a mass without an inertia", "fill in the inertia"))
        return _Body(inertial.mass, T[:3, 3], None)
    return _Body(inertial.mass, T[:3, 3], R @ inertial.inertia @ R.T)


def _doubt_weightless(links: Sequence[PlacedLink], doubts: list[Doubt]) -> None:
    """Doubt links that have a shape but no mass, while others of the same frame have one."""
    for placed in links:
        link = placed.link
        if link.inertial is None and (link.collisions or link.visuals):
            doubts.append(Doubt(link.name, "has a shape without a mass", "give its mass"))
