"""The stated motion of a body: where it is at each instant of a run, known before the run begins.

    at rest --> (t_0, pose_0) --- leg 0 ---> (t_1, pose_1) --- leg 1 ---> ... --> at rest for ever

A pose is a displacement: it carries each point of the body from where it stands in its file, the start of
the run, to where it is then, in the axes of the arm base at that start.  On a leg the point `about` moves
along a straight line at a constant speed, and the body turns about it at a constant rate, about an axis that
keeps its direction.  Plain numpy, because the gate reads scenes too.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from predictor.geometry.mesh import Array
from predictor.inputs.arrays import read_only

TINY_SINE = 1e-6  # below it a turn is none, or half a turn, whose axis its symmetric part tells
HALF_TURN = math.pi - TINY_SINE  # beyond it a rotation does not tell which way round


class MotionError(ValueError):
    """Way-points between which no motion is known."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BodyMotion:
    """Where a body is at each instant; k way-points and the legs between them."""

    about: Array  # (3,) point of the body, as in its file [m]
    times_s: Array  # (k,) of the way-points, each later than the one before
    shift: Array  # (k, 3) of that point since the start of the run [m]
    R: Array  # (k, 3, 3) turn of the body since then
    turn: Array  # (k - 1, 3) rotation vector of each leg, which may be more than one whole turn [rad]

    def pose_at(self, t_s: float) -> Array:
        """Return the displacement (4, 4) of the body at an instant of the run, which no way-point bounds."""
        begin, end = self.times_s[0], self.times_s[-1]
        leg = int(np.searchsorted(self.times_s, min(max(t_s, begin), end), side="right")) - 1
        leg = min(leg, len(self.times_s) - 2)
        t0, t1 = self.times_s[leg], self.times_s[leg + 1]
        share = min(max((t_s - t0) / (t1 - t0), 0.0), 1.0)
        T = np.eye(4)
        T[:3, :3] = rotation_from_vector(share * self.turn[leg]) @ self.R[leg]
        shift = (1.0 - share) * self.shift[leg] + share * self.shift[leg + 1]
        T[:3, 3] = self.about + shift - T[:3, :3] @ self.about
        return T


def motion_through(about: Sequence[float], times_s: Sequence[float], *, shift: Array, R: Array) -> BodyMotion:
    """Return the motion through way-points: shifts (k, 3) of a point and turns (k, 3, 3) since the start.

    Raises:
        MotionError: fewer than two, not in the order of time, or half a turn or more between two of them.
    """
    if len(times_s) < 2:
        raise MotionError("has fewer than two way-points; where does it go, and when is it there?")
    if not (np.diff(times_s) > 0.0).all():
        raise MotionError("its way-points must stand in the order of time, each later than the one before")
    turn = np.array([_turn_between(R[k], R[k + 1]) for k in range(len(times_s) - 1)])
    if (np.linalg.norm(turn, axis=1) > HALF_TURN).any():
        raise MotionError("turns by half a turn from one way-point to the next; put another between them")
    return BodyMotion(
        about=read_only(about),
        times_s=read_only(times_s),
        shift=read_only(shift),
        R=read_only(R),
        turn=read_only(turn),
    )


def steady_motion(
    about: Sequence[float], *, speed: Sequence[float], rate: Sequence[float], begin_s: float, end_s: float
) -> BodyMotion:
    """Return a constant speed (3,) [m/s] of a point and turn rate (3,) [rad/s] between two instants.

    Raises:
        MotionError: the end is not later than the begin.
    """
    if not end_s > begin_s:
        raise MotionError("must end later than it begins")
    turn = (end_s - begin_s) * np.array(rate)
    return BodyMotion(
        about=read_only(about),
        times_s=read_only([begin_s, end_s]),
        shift=read_only([np.zeros(3), (end_s - begin_s) * np.array(speed)]),
        R=read_only([np.eye(3), rotation_from_vector(turn)]),
        turn=read_only([turn]),
    )


def rotation_from_vector(vector: Array) -> Array:
    """Return the rotation (3, 3) of a rotation vector (3,) [rad] (Rodrigues)."""
    angle = float(np.linalg.norm(vector))
    if angle == 0.0:
        return np.eye(3)
    x, y, z = vector / angle
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turned: Array = np.eye(3) + math.sin(angle) * K + (1.0 - math.cos(angle)) * K @ K
    return turned


def _turn_between(R_from: Array, R_to: Array) -> Array:
    """Return the rotation vector (3,) of the shorter way from one rotation to another."""
    R = R_to @ R_from.T
    skew = 0.5 * np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    sine, cosine = float(np.linalg.norm(skew)), 0.5 * (float(np.trace(R)) - 1.0)
    if sine > TINY_SINE or cosine > 0.0:
        return skew * (math.atan2(sine, cosine) / sine if sine > 0.0 else 1.0)
    along = 0.25 * (R + R.T) + 0.5 * np.eye(3)  # axis times axis
    axis = along[int(np.argmax(np.diag(along)))]
    half_turn: Array = math.pi * axis / np.linalg.norm(axis)
    return half_turn
