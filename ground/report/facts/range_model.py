"""The range sensor's echo by the model at reported poses, and how near the arm was to its scene."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import build_world
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.robot import RangeSensor
from predictor.model.spatial import pose
from predictor.rays.caster import Caster
from predictor.rays.echo import echo
from predictor.rays.scene_shapes import frame_poses, solid_shapes
from predictor.run_model import Model
from telemetry.messages.spacecraft import Telemetry

Array = NDArray[np.float64]


class Computed(NamedTuple):
    """The echo and the distance at one pose."""

    echo: float | None  # in the sensor's beam [m]; None: none within its range
    nearest: float | None  # least distance of the arm to its scene [m]; None: there is no such pair


def computed(model: Model, method: str, reports: Sequence[Telemetry]) -> list[Computed]:
    """Return them for each report, by a collision method's name; none for an arm without a sensor."""
    robot, scene, sensor = model.robot, model.scene, model.robot.range_sensor
    if sensor is None:
        return []
    world = build_world(method, robot, scene)
    caster = _around(model, sensor)
    found = []
    for report in reports:
        T_world_base = _base(report)
        frames = frame_poses(robot, report.q, T_world_base)
        distance = echo(sensor, caster, T_frame=frames[sensor.frame], T_shapes=frames)
        nearest = world.clearances(report.q, T_world_base).scene
        found.append(Computed(distance, None if nearest is None else nearest.distance))
    return found


def _around(model: Model, sensor: RangeSensor) -> Caster:
    """Return all volumes but those of the arm that the sensor's frame carries."""
    carried = model.robot.capsules.frame == sensor.frame
    shapes = solid_shapes(model.robot, model.scene)  # the arm's first
    return Caster(shape for i, shape in enumerate(shapes) if i >= len(carried) or not carried[i])


def _base(report: Telemetry) -> Array:
    return pose(rotation_from_quaternion(np.array(report.quat_world_base)), np.array(report.p_world_base))
