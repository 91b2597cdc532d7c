"""Where a hand has led the tool, by the reports since it was armed: of all but the newest only how far.

reports ---> newest before a hand is armed ---> since then, waiting ---> farthest so far
"""

import math
from collections import deque
from contextlib import suppress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.run_model import read_model
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import FileError

Joints = tuple[float, ...]
Array = NDArray[np.float64]

WAITING_MAX = 4096  # reports whose pose is not computed before anyone asks: most runs need no kinematics
BEFORE_MAX = 300  # reports of before, of which some may have been told later than that a hand is armed


class ToolMotion(NamedTuple):
    """Where a hand has led the tool, measured against where it took it."""

    moved_m: float  # at the end
    turned_deg: float
    strayed_m: float  # of its place, at most on the way


class LedTool:
    """The tool since a hand was armed first."""

    def __init__(self, run: RunSettings) -> None:
        """Begin without reports."""
        self._run = run
        self._armed_s = math.inf
        self._before: deque[tuple[float, Joints]] = deque(maxlen=BEFORE_MAX)
        self._waiting: list[Joints] = []
        self._begin: Array | None = None  # pose of the tool
        self._end: Array | None = None
        self._moved_m = self._strayed_m = 0.0

    def on_report(self, at_s: float, q: Joints) -> None:
        """Take where a report shows the arm."""
        if math.isinf(self._armed_s):
            self._before.append((at_s, q))
        elif at_s >= self._armed_s:
            self._waiting.append(q)
            if len(self._waiting) % WAITING_MAX == 0:
                with suppress(FileError):  # whoever asks for the motion is told
                    self._follow()

    def on_hand_armed(self, at_s: float) -> None:
        """Begin with the first time that a hand is armed."""
        if math.isinf(self._armed_s):
            self._armed_s = at_s
            self._waiting = [q for received_s, q in self._before if received_s >= at_s]
            self._before.clear()

    def motion(self) -> ToolMotion | None:
        """Return it; None: no hand was armed, or no report seen since.

        Raises:
            FileError: a file of the model is no longer what it was.
        """
        self._follow()
        if self._begin is None or self._end is None:
            return None
        from predictor.model.spatial import rotation_vector  # loads numba, which few reports need

        turned = np.linalg.norm(rotation_vector(self._end[:3, :3] @ self._begin[:3, :3].T))
        return ToolMotion(self._moved_m, math.degrees(turned), self._strayed_m)

    def _follow(self) -> None:
        """Compute what waits."""
        if not self._waiting:
            return
        from predictor.model.kinematics import tool_pose  # the same

        robot = read_model(self._run).robot
        poses = np.array([tool_pose(robot, q) for q in self._waiting])
        self._begin = poses[0] if self._begin is None else self._begin
        self._end = poses[-1]
        away = np.linalg.norm(poses[:, :3, 3] - self._begin[:3, 3], axis=1)
        self._moved_m = float(away[-1])
        self._strayed_m = max(self._strayed_m, float(away.max()))
        self._waiting = []
