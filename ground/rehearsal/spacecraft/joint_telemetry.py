"""What telemetry says of the joints: angles, currents and temperatures, unless a fault puts one of them off.

    encoders -------------------------------.
    currents ---> heat of the motors --------+--> + offsets of faults --> report
                        ^-- heat of a fault

A fault changes only what is reported: drives and the software on board read the sensors themselves.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ground.faults.any_fault import SensorName
from ground.rehearsal.body.motor_heat import MotorHeat
from predictor.inputs.arrays import Array


class ReportedJoints(NamedTuple):
    """As the report calls them; each (n,)."""

    q: tuple[float, ...]  # [rad or m]
    currents: tuple[float, ...]  # [A]
    temperatures: tuple[float, ...]  # [K]


class _Offset(NamedTuple):
    sensor: SensorName
    joint: int
    by: float  # in the report's unit
    end_ns: int


class JointTelemetry:
    """The reported values of the commanded joints."""

    def __init__(self, names: Sequence[str], heat: MotorHeat) -> None:
        """Begin without a fault."""
        self._names, self._heat = names, heat
        self._heat_ends_ns: dict[int, int] = {}  # joint -> until when a fault heats it
        self._offsets: list[_Offset] = []
        self._read_ns = 0

    def heat(self, joint: str, *, by_w: float, end_ns: int) -> None:
        """Let a motor become warmer by more than its current, until an instant."""
        index = self._names.index(joint)
        self._heat.added_w[index], self._heat_ends_ns[index] = by_w, end_ns

    def offset(self, joint: str, *, sensor: SensorName, by: float, end_ns: int) -> None:
        """Let a sensor be off, until an instant."""
        self._offsets.append(_Offset(sensor, self._names.index(joint), by, end_ns))

    def on_sample(self, q: Sequence[float], currents: Array, now_ns: int) -> ReportedJoints:
        """Return what is reported, of the encoders' readings q (n,) [rad or m] and of currents (n,) [A]."""
        for joint in [joint for joint, end_ns in self._heat_ends_ns.items() if now_ns > end_ns]:
            del self._heat_ends_ns[joint]
            self._heat.added_w[joint] = 0.0
        flowing = self._heat.limited(currents)
        self._heat.step(flowing, (now_ns - self._read_ns) * 1e-9)
        self._read_ns = now_ns
        self._offsets = [each for each in self._offsets if now_ns <= each.end_ns]
        rows: dict[SensorName, list[float]] = {
            "q": [*q],
            "currents": flowing.tolist(),
            "temperatures": self._heat.winding.tolist(),
        }
        for sensor, joint, by, _ in self._offsets:
            rows[sensor][joint] += by
        return ReportedJoints(**{sensor: tuple(row) for sensor, row in rows.items()})
