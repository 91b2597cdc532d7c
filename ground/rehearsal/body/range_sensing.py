"""The range sensor of a rehearsal's arm: rays at what MuJoCo has, where MuJoCo has it, and noise.

    positions --> own data --> poses of geoms --> beam --> nearest echo --> + noise --> RangeSample

It measures with each report of telemetry, at the instant of that report.  It meets all but the body that
carries it.
"""

import mujoco
import numpy as np

from ground.rehearsal.body.places import put
from ground.rehearsal.body.plant import Plant
from ground.rehearsal.body.sight import Sight
from ground.rehearsal.body.solids import frame_name
from predictor.model.range_sensor import RangeSensor
from predictor.rays.caster import warm
from predictor.rays.echo import echo
from telemetry.messages.spacecraft import RangeSample


class RangeSensing:
    """One sensor of one body."""

    def __init__(self, sensor: RangeSensor, plant: Plant, rng: np.random.Generator) -> None:
        """Mount it; its rays are compiled."""
        self._sensor, self._plant, self._rng = sensor, plant, rng
        self._body = plant.model.body(frame_name(sensor.frame)).id
        self._sight = Sight(plant.model, without=self._body)
        self._data = mujoco.MjData(plant.model)
        warm()

    def sample(self, spacecraft_ns: int) -> RangeSample:
        """Measure now."""
        put(self._plant.model, self._data, self._plant.positions())
        T = np.eye(4)
        T[:3, :3] = self._data.xmat[self._body].reshape(3, 3)
        T[:3, 3] = self._data.xpos[self._body]
        found = echo(self._sensor, self._sight.caster, T_frame=T, T_shapes=self._sight.poses(self._data))
        noise = self._sensor.noise_m * float(self._rng.standard_normal())
        return RangeSample(sampled_ns=spacecraft_ns, distance=None if found is None else found + noise)
