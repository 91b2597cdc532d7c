"""The joints that were found to fail: known until the run is over, also to the predictor after this one.

reports ---> following ---> one joint: it is known from now on, and stands where it stands
                      |---> several at once: told, and nothing is known of any joint
                      '---> of an arm that may touch something: that is told, nothing is known of any
                            joint, and the question is asked anew once the arm is clear
latched ---> a known joint stands exactly where orbit says that it commands it
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from predictor.arm_now.estimate import Seen
from predictor.arm_now.joint_watch import Failing, Following, Kind
from predictor.arm_now.locked_joints import Locked
from predictor.collision.method import Clearance
from predictor.inputs.world_version import is_same_content
from predictor.model.joint_words import figure, named, unit
from predictor.model.robot import Joint

Array = NDArray[np.float64]

MM_PER_M = 1000.0

Broken = tuple[tuple[tuple[str, str], float], ...]  # pairs nearer than required (`predictor.verdict.escape`)
Why = Literal["joint_locked", "joint_slipping", "not_following", "contact_now"]
WHY: dict[Kind, Why] = {"locked": "joint_locked", "slipping": "joint_slipping"}


class Found(NamedTuple):
    """Something new about the joints, by the code of its reason, and in figures."""

    why: Why
    detail: str


class FailedJoints:
    """What is known of joints that fail."""

    def __init__(self, following: Following, joints: Sequence[Joint], known: Sequence[Failing] = ()) -> None:
        """Go on with what is known already."""
        self._following, self._joints = following, joints
        self._known = {failing.joint: failing for failing in known}
        self._pressed: set[int] = set()  # joints that were off where the arm may touch something

    @property
    def known(self) -> tuple[Failing, ...]:
        """The joints that fail, in order."""
        return tuple(self._known[joint] for joint in sorted(self._known))

    @property
    def told(self) -> list[tuple[int, str, Kind, float, float, int]]:
        """What others are told of each: joint, name, kind, where it stands, followed to, since when."""
        return [
            (each.joint, self._joints[each.joint].name, each.kind, each.q, each.followed, each.since_ns)
            for each in self.known
        ]

    @property
    def locked(self) -> Locked:
        """Where each of them stands [rad or m]."""
        return {failing.joint: failing.q for failing in self.known}

    def forget_times(self) -> None:
        """Times are by another clock from now on."""
        self._following.forget()

    def observe(
        self, seen: Seen, to_ground: Callable[[int], int], *, touching: Callable[[], Clearance | None]
    ) -> Found | None:
        """Take a report.

        Args:
            seen: the report.
            to_ground: turns spacecraft time into the ground's.
            touching: how near the arm is where it is seen, if it may touch something there; else None.
        """
        if self._pressed and touching() is None:
            self._following.ask_again(self._pressed)
            self._pressed.clear()
        found = self._following.observe(seen)
        near = touching() if found else None
        if near is not None:
            self._pressed.update(failing.joint for failing in found)
            return Found("contact_now", f"{apart(near)}; {self._words(found)}")
        if len(found) > 1:
            return Found("not_following", self._words(found))
        for failing in found:
            self._known[failing.joint] = failing._replace(since_ns=to_ground(failing.since_ns))
            return Found(WHY[failing.kind], self._words(found))
        return self._stand(seen) if seen.is_latched and seen.is_at_rest else None

    def _stand(self, seen: Seen) -> Found | None:
        """Take where orbit commands the known joints, latched: there they stay."""
        moved = [each for each in self.known if each.q != seen.commanded_q[each.joint]]
        for failing in moved:
            self._known[failing.joint] = failing._replace(q=seen.commanded_q[failing.joint])
        stands = [self._known[each.joint] for each in moved]
        return Found(WHY[stands[0].kind], self._words(stands)) if stands else None

    def _words(self, failing: Sequence[Failing]) -> str:
        return ", ".join(self._one(each) for each in failing)

    def _one(self, failing: Failing) -> str:
        joint = self._joints[failing.joint]
        at, off, band = (_told(joint, value) for value in (failing.q, failing.off, failing.band))
        where = f"{named(self._joints, failing.joint)} stands at {at}"
        return f"{where}, {off} from its command ({band} allowed)"


def _told(joint: Joint, value: float) -> str:
    """Return a joint's value to the last figure that means anything: hundredths of a degree, or 0.1 mm."""
    return f"{figure(joint, value):.{2 if joint.kind == 'revolute' else 4}f} {unit(joint)}"


def apart(near: Clearance) -> str:
    """Say which two are how far apart."""
    first, second = near.pair
    return f"{first} and {second} {near.distance * MM_PER_M:.0f} mm apart"


def remembered(known: Sequence[Failing], version: int, broken: Broken = ()) -> bytes:
    """Return what the next predictor has to know: version, joints that fail in it, pairs too near."""
    return msgspec.msgpack.encode((version, tuple(known), tuple(broken)))


def recalled(record: bytes | None, version: int) -> tuple[int, tuple[Failing, ...], Broken]:
    """Return all three of a record; of one that is lost, or of other files, those of a new run."""
    if record is not None:
        found, known, broken = msgspec.msgpack.decode(record, type=tuple[int, tuple[Failing, ...], Broken])
        if is_same_content(found, version):
            return found, known, broken
    return version, (), ()
