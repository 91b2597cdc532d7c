"""How the platform has turned: it floats, and every motion of the arm turns it the other way.

    seen         as the newest report says, and as old as that
    now          as it should be in orbit at this instant
    commanded    with the commanded arm; what does not ride on the platform is drawn from here, because the
                 clearance that is told is that of the commanded arm

What counts is the turn since the first report that this screen has heard.
"""

from typing import NamedTuple

import numpy as np

from ground.console.facts.arm_facts import ArmFacts
from ground.console.scene.bodies import Array
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.spatial import inverse_pose, pose, rotation_vector
from telemetry.messages.prediction import BasePose
from telemetry.messages.spacecraft import Telemetry


class BaseMotion(NamedTuple):
    """Attitude and rate of the platform."""

    R_base_world: Array  # the world's axes (3, 3) in those of the platform as seen
    turned: float  # as seen, since the first report [rad]
    since_ns: int  # when that was sampled, ground clock
    rate: float  # how fast it turns, as seen [rad/s]
    turned_now: float | None = None  # as estimated [rad]; None: nobody predicts it
    turned_commanded: float | None = None  # [rad]


def base_motion(facts: ArmFacts) -> BaseMotion | None:
    """Return how the platform moves, as the newest report says and as predicted; None: there is no report."""
    telemetry, first = facts.telemetry, facts.first_attitude
    if telemetry is None or first is None:
        return None
    R_first_world = rotation_from_quaternion(np.array(first.value)).T

    def turned(at: Telemetry | BasePose) -> float:
        return float(np.linalg.norm(rotation_vector(R_first_world @ _pose(at)[:3, :3])))

    arm = facts.predicted.value if facts.predicted else None
    return BaseMotion(
        R_base_world=_pose(telemetry.value)[:3, :3].T,
        turned=turned(telemetry.value),
        since_ns=first.at_ns,
        rate=float(np.linalg.norm(telemetry.value.rate_base)),
        turned_now=turned(arm.base_now) if arm and arm.base_now else None,
        turned_commanded=turned(arm.base_commanded) if arm and arm.base_commanded else None,
    )


def world_from_base(facts: ArmFacts) -> Array:
    """Return where the world is (4, 4) from the platform as commanded, or as seen if it is not predicted."""
    if facts.predicted and facts.predicted.value.base_commanded:
        return inverse_pose(_pose(facts.predicted.value.base_commanded))
    return inverse_pose(_pose(facts.telemetry.value)) if facts.telemetry else np.eye(4)


def _pose(base: Telemetry | BasePose) -> Array:
    """Return where the base is told to be in the world (4, 4)."""
    return pose(rotation_from_quaternion(np.array(base.quat_world_base)), np.array(base.p_world_base))
