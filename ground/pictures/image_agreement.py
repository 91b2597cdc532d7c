"""Whether the pictures of a camera move as telemetry says: the first cross-check of cameras with joints.

    picture now   <-- changed pixels -->  picture a second before
    tool pose now <-- seen motion ----->  tool pose a second before   by telemetry, at the pictures' own times

    telemetry says       picture changed        picture did not
    it must move         agrees                 disagrees: frozen
    it must stand still  disagrees              agrees
    in between           no vote                no vote

A hand-eye camera moves itself; before the global one the arm moves.  The figure judges whether a picture may
be believed, not where the arm is.  What it does not know: whether anything but space is in view.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from telemetry.agreed.run_settings import NS_PER_S

Array = NDArray[np.float64]
GreyPicture = NDArray[np.uint8]

BASELINE_NS = NS_PER_S  # between the two pictures that are compared, at most
WINDOW_NS = 5 * NS_PER_S  # votes older than this, behind the newest telemetry, are forgotten
HISTORY_NS = 20 * NS_PER_S
GAP_NS = NS_PER_S  # telemetry farther apart says nothing about what lies between
NOISE_GREYS = 20  # no sensor noise changes a pixel by more
MOVED_PIXELS = 8  # fewer do not show a motion
STILL_PIXELS = 80  # fewer do not contradict a standstill: edges flicker by servo and rounding
MOVES, STANDS = 0.01, 0.0005  # motion across the view that must be seen, that must not [rad]

ToolPose = Callable[[Array], Array]
_Sample = tuple[int, Array]  # spacecraft clock [ns], joint angles (n,) [rad]


class JointHistory:
    """Where telemetry says that the tool was, on the spacecraft's clock."""

    def __init__(self, tool_pose: ToolPose) -> None:
        """Start empty; `tool_pose` gives T_base_tool (4, 4) of joint angles."""
        self._tool_pose = tool_pose
        self._samples: deque[_Sample] = deque()

    @property
    def newest_ns(self) -> int | None:
        """When the newest report was sampled; None before the first."""
        return self._samples[-1][0] if self._samples else None

    def forget(self) -> None:
        """Forget all reports: those that come next are stamped by another clock."""
        self._samples.clear()

    def add(self, q: Sequence[float], sampled_ns: int) -> None:
        """Add a report; one that is not newer than the last changes nothing."""
        if self._samples and sampled_ns <= self._samples[-1][0]:
            return
        self._samples.append((sampled_ns, np.asarray(q, dtype=np.float64)))
        while self._samples[0][0] < sampled_ns - HISTORY_NS:
            self._samples.popleft()

    def pose(self, at_ns: int) -> Array | None:
        """Return T_base_tool (4, 4) at an instant; None if no reports stand close around it."""
        after = None
        for before in reversed(self._samples):
            if before[0] <= at_ns:
                return self._between(before, after or before, at_ns)
            after = before
        return None

    def _between(self, before: _Sample, after: _Sample, at_ns: int) -> Array | None:
        gap_ns = after[0] - before[0]
        if not before[0] <= at_ns <= after[0] or gap_ns > GAP_NS:
            return None
        share = (at_ns - before[0]) / gap_ns if gap_ns else 0.0
        return self._tool_pose(before[1] + share * (after[1] - before[1]))


class _Comparison(NamedTuple):
    """Two pictures of a camera, compared."""

    before_ns: int  # spacecraft clock
    at_ns: int
    changed: int  # pixels


class ImageAgreement:
    """The agreement of one camera's pictures with the joints."""

    def __init__(self, camera: str, *, sight_m: float) -> None:
        """Start without data; a camera named hand_eye... is carried by the tool.

        Args:
            camera: its name.
            sight_m: distance to what it looks at, typically [m].
        """
        self._is_on_tool, self._sight_m = camera.startswith("hand_eye"), sight_m
        self._pictures: deque[tuple[int, GreyPicture]] = deque()
        self._waiting: deque[_Comparison] = deque(maxlen=64)
        self._votes: deque[tuple[int, bool]] = deque(maxlen=256)

    def on_picture(self, picture: GreyPicture, sampled_ns: int) -> None:
        """Compare a picture (rows, columns) with the one a second before."""
        pictures = self._pictures
        if pictures and (pictures[-1][1].shape != picture.shape or sampled_ns <= pictures[-1][0]):
            pictures.clear()
        while pictures and pictures[0][0] < sampled_ns - BASELINE_NS:
            pictures.popleft()
        if pictures:
            before_ns, before = pictures[0]
            self._waiting.append(_Comparison(before_ns, sampled_ns, changed_pixels(before, picture)))
        pictures.append((sampled_ns, picture))

    def judge(self, history: JointHistory) -> None:
        """Vote on each comparison that telemetry covers by now; forget old votes."""
        newest_ns = history.newest_ns
        while newest_ns is not None and self._waiting and self._waiting[0].at_ns <= newest_ns:
            pair = self._waiting.popleft()
            vote = self._vote(pair, history)
            if vote is not None:
                self._votes.append((pair.at_ns, vote))
        while newest_ns is not None and self._votes and self._votes[0][0] < newest_ns - WINDOW_NS:
            self._votes.popleft()

    @property
    def share(self) -> float | None:
        """Share of the votes of the last seconds that agree, 0 to 1; None without a vote."""
        return sum(agrees for _, agrees in self._votes) / len(self._votes) if self._votes else None

    def _vote(self, pair: _Comparison, history: JointHistory) -> bool | None:
        before, after = history.pose(pair.before_ns), history.pose(pair.at_ns)
        if before is None or after is None:
            return None
        motion = seen_motion(before, after, sight_m=self._sight_m, is_on_tool=self._is_on_tool)
        if motion >= MOVES:
            return pair.changed >= MOVED_PIXELS
        return pair.changed < STILL_PIXELS if motion <= STANDS else None


def changed_pixels(before: GreyPicture, after: GreyPicture) -> int:
    """Return how many pixels changed by more than noise does."""
    darker, brighter = np.minimum(before, after), np.maximum(before, after)
    return int(np.count_nonzero(brighter - darker > NOISE_GREYS))


def seen_motion(before: Array, after: Array, *, sight_m: float, is_on_tool: bool) -> float:
    """Return by how much a motion of the tool, given by two poses T_base_tool, moves the picture [rad]."""
    step = float(np.linalg.norm(after[:3, 3] - before[:3, 3]))
    if not is_on_tool:
        return step / sight_m
    # |R - R'| = sqrt(8) sin(angle / 2), by the Frobenius norm
    turn = float(np.linalg.norm(after[:3, :3] - before[:3, :3])) / np.sqrt(2.0)
    return float(turn) + step / sight_m
