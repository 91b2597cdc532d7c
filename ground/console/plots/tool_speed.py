"""How fast the tool went of late, by the joints that telemetry tells."""

from collections import deque
from collections.abc import Sequence

import numpy as np

from ground.series.rings import Course
from ground.series.series_store import SeriesStore
from predictor.inputs.arrays import Array
from predictor.model.kinematics import tool_jacobian
from predictor.model.robot import Robot

Q, QD = "Telemetry.q[{}]", "Telemetry.qd[{}]"


class ToolSpeeds:
    """The speed of the tool against the arm's base; each report is looked at once."""

    def __init__(self, robot: Robot) -> None:
        """Know nothing yet."""
        self._robot = robot
        self._store: SeriesStore | None = None
        self._known = deque[tuple[int, float]]()  # stamp [ns], speed [m/s]

    def course(self, store: SeriesStore, window_ns: tuple[int, int]) -> Course:
        """Return the speeds [m/s] in a window that goes on; if it does not, all is looked at again."""
        from_ns, until_ns = window_ns
        is_later = self._store is store and self._known and self._known[-1][0] <= until_ns
        if not is_later or self._known[0][0] < from_ns - (until_ns - from_ns):
            self._store = store
            self._known.clear()
        while self._known and self._known[0][0] < from_ns:
            self._known.popleft()
        since_ns = self._known[-1][0] + 1 if self._known else from_ns
        self._known.extend(self._speeds(store, (since_ns, until_ns)))
        stamps, speeds = zip(*self._known, strict=True) if self._known else ((), ())
        return Course(np.array(stamps, np.int64), np.array(speeds, np.float32))

    def _speeds(self, store: SeriesStore, window_ns: tuple[int, int]) -> list[tuple[int, float]]:
        """Return the speeds by the samples in a window."""
        from_ns, until_ns = window_ns
        names = [each.format(i) for each in (Q, QD) for i in range(1, self._robot.n + 1)]
        found = [store.series(name) for name in names]
        rows = [each.rings.rows(each.figure, window_ns) for each in found if each is not None]
        if len(rows) < len(names):
            return []
        stamps = min((each.from_ns for each in rows), key=len)
        values = np.array([each.low[: len(stamps)] for each in rows], np.float64)
        inside = (stamps >= from_ns) & (stamps <= until_ns)
        return [
            (int(stamps[k]), tool_speed(self._robot, values[: self._robot.n, k], values[self._robot.n :, k]))
            for k in np.flatnonzero(inside)
        ]


def tool_speed(robot: Robot, q: Sequence[float] | Array, qd: Sequence[float] | Array) -> float:
    """Return how fast the tool goes [m/s] at joints and rates; NaN: they are not known."""
    if np.isnan(q).any():
        return float("nan")
    return float(np.linalg.norm((tool_jacobian(robot, q) @ np.asarray(qd))[:3]))
