"""What a robot table says of the range sensor that sits on the arm."""

import math

import numpy as np

from predictor.inputs.rigid import Blame, fixed
from predictor.model.files.robot_table import RobotTable
from predictor.model.files.shape_rows import check_frame
from predictor.model.range_sensor import RangeSensor


def range_sensor_from(table: RobotTable, blame: Blame) -> RangeSensor | None:
    """Return the sensor; None: the arm has none."""
    row = table.range_sensor
    if row is None:
        return None
    check_frame(row.frame, table, where="range_sensor", blame=blame)
    direction = np.array(row.direction)
    length = float(np.linalg.norm(direction))
    if length == 0.0:
        raise blame("range_sensor.direction", "has no length; give for example [0.0, 0.0, 1.0]")
    return RangeSensor(
        frame=row.frame,
        p=fixed(row.position),
        direction=fixed(direction / length),
        range_m=row.range_m,
        beam=math.radians(row.beam_deg),
        noise_m=row.noise_m,
    )
