"""A simulated handle with a simulated hand on it, which goes where it is told, as a hand would.

    intent --> speed and acceleration limits --> steady hand --> + tremor --> reading

The hand heads straight for the wanted place and brakes in time for it; it turns at its own speed.  Its tremor
stays far inside any dead zone.  The finger on dead-man and buttons acts at once.  No force is felt yet.
"""

import math

import numpy as np

from haptics.device import Handle, HandleReading
from predictor.model.spatial import (
    UNIT_ERROR,
    quaternion_from_rotation,
    rotation_from_quaternion,
    rotation_from_vector,
    rotation_vector,
)
from telemetry.messages.base import Quaternion, Vector
from telemetry.messages.handle import UPRIGHT, HandIntent
from telemetry.run_settings import NS_PER_S

ACCELERATION = 2.0  # of a hand in careful work [m/s^2]
TREMOR = 0.00017  # bound of each axis [m]: below 0.3 mm in all directions
TREMOR_TIME = 0.03  # correlation time of the tremor, physiological at about 8 Hz [s]
LONGEST_STEP = 0.1  # of the hand's integration; a longer pause between readings is cut to it [s]


class SimulatedHandle(Handle):
    """A handle of six degrees of freedom."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Rest at the centre, released."""
        self._rng = rng
        self._intent = HandIntent(p_handle=(0.0, 0.0, 0.0), speed=0.0, dead_man=False)
        self._p: Vector = (0.0, 0.0, 0.0)
        self._quat: Quaternion = UPRIGHT
        self._speed = 0.0
        self._tremor: Vector = (0.0, 0.0, 0.0)
        self._read_ns: int | None = None

    def follow(self, intent: HandIntent) -> None:
        """Take the hand's new wish."""
        self._intent = intent

    def read(self, now_ns: int) -> HandleReading:
        """Return the handle after the hand has moved on since the last reading."""
        pause_s = 0.0 if self._read_ns is None else (now_ns - self._read_ns) / NS_PER_S
        step_s = min(max(pause_s, 0.0), LONGEST_STEP)
        self._read_ns = now_ns
        self._move(step_s)
        self._quat = turned(self._quat, self._intent.quat_handle, self._intent.turning_speed * step_s)
        self._tremble(step_s)
        x, y, z = self._p
        dx, dy, dz = self._tremor
        return HandleReading(
            p_handle=(x + dx, y + dy, z + dz),
            quat_handle=self._quat,
            dead_man=self._intent.dead_man,
            left_button=self._intent.left_button,
            right_button=self._intent.right_button,
            gripper=self._intent.gripper,
        )

    def _move(self, step_s: float) -> None:
        """Go straight towards the wanted place; the speed grows and falls with bounded acceleration."""
        way = math.dist(self._p, self._intent.p_handle)
        braking = math.sqrt(2.0 * ACCELERATION * way)
        self._speed = min(self._intent.speed, braking, self._speed + ACCELERATION * step_s)
        stride = self._speed * step_s
        if way <= max(stride, ACCELERATION * step_s * step_s):
            self._p, self._speed = self._intent.p_handle, 0.0
            return
        share = stride / way
        x, y, z = (a + share * (b - a) for a, b in zip(self._p, self._intent.p_handle, strict=True))
        self._p = (x, y, z)

    def _tremble(self, step_s: float) -> None:
        """Let the tremor wander: first order noise, each axis bounded."""
        keep = math.exp(-step_s / TREMOR_TIME)
        push = math.sqrt(1.0 - keep * keep) * TREMOR / 3.0
        noise = self._rng.standard_normal(3).tolist()
        x, y, z = (
            min(TREMOR, max(-TREMOR, keep * t + push * n)) for t, n in zip(self._tremor, noise, strict=True)
        )
        self._tremor = (x, y, z)


def turned(quat: Quaternion, wanted: Quaternion, most: float) -> Quaternion:
    """Return an attitude turned towards another one by at most an angle [rad]; to what is none: unturned."""
    if wanted == quat or not abs(math.hypot(*wanted) - 1.0) <= UNIT_ERROR:
        return quat
    R, R_wanted = (rotation_from_quaternion(np.array(each)) for each in (quat, wanted))
    way = rotation_vector(R_wanted @ R.T)
    angle = float(np.linalg.norm(way))
    if angle <= most:
        return wanted
    w, x, y, z = quaternion_from_rotation(rotation_from_vector(way * (most / angle)) @ R).tolist()
    return w, x, y, z
