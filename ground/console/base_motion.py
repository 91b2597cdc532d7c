"""How the platform has turned: it floats, and every motion of the arm turns it the other way.

What counts is the turn since the first report that this screen has heard; attitude and rate are those of the
newest report, and as old as that.
"""

from typing import NamedTuple

import numpy as np

from ground.console.bodies import Array
from ground.console.snapshot import Snapshot
from predictor.model.spatial import inverse_pose, pose, rotation_from_quaternion, rotation_vector


class BaseMotion(NamedTuple):
    """Attitude and rate of the platform."""

    T_base_world: Array  # (4, 4)
    turned: float  # since the first report [rad]
    since_ns: int  # when that was sampled, ground clock
    rate: float  # how fast it turns [rad/s]

    @property
    def R_base_world(self) -> Array:
        """The world's axes (3, 3) in those of the platform."""
        return self.T_base_world[:3, :3]


def base_motion(snapshot: Snapshot) -> BaseMotion | None:
    """Return how the platform moves, as the newest report says; None: there is none."""
    telemetry, first = snapshot.telemetry, snapshot.first_attitude
    if telemetry is None or first is None:
        return None
    R_world_base = rotation_from_quaternion(np.array(telemetry.value.quat_world_base))
    R_world_first = rotation_from_quaternion(np.array(first.value))
    return BaseMotion(
        T_base_world=inverse_pose(pose(R_world_base, np.array(telemetry.value.p_world_base))),
        turned=float(np.linalg.norm(rotation_vector(R_world_first.T @ R_world_base))),
        since_ns=first.at_ns,
        rate=float(np.linalg.norm(telemetry.value.rate_base)),
    )
