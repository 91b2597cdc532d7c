"""The joints that were found to fail: known until the run is over, also to the predictor after this one.

reports ---> following ---> one joint: it is known from now on, and stands where it stands
                      |---> several at once: reported, and nothing is known of any joint
                      '---> of an arm that may touch something: that is reported, nothing is known of
                            any joint, and the question is asked anew once the arm is clear
latched ---> a known joint stands exactly where orbit says that it commands it
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import msgspec

from predictor.arm_now.estimate import ArmReport
from predictor.arm_now.joint_watch import FailedJoint, FailureKind, JointWatch
from predictor.arm_now.locked_joints import Locked
from predictor.collision.method import Clearance
from predictor.inputs.world_version import is_same_content
from predictor.model.joint_text import joint_label, shown_unit, shown_value
from predictor.model.joint_tree import Joint

MM_PER_M = 1000.0

BrokenPairs = tuple[
    tuple[tuple[str, str], float], ...
]  # pairs nearer than required (`predictor.verdict.escape`)
FindingReason = Literal["joint_locked", "joint_slipping", "not_following", "contact_now"]
REASON_OF_KIND: dict[FailureKind, FindingReason] = {"locked": "joint_locked", "slipping": "joint_slipping"}


class JointFinding(NamedTuple):
    """Something new about the joints: the code of its reason, and words with figures."""

    why: FindingReason
    detail: str


class FailedJoints:
    """The joints that were found to fail, and the watch that finds them."""

    def __init__(
        self, following: JointWatch, joints: Sequence[Joint], known: Sequence[FailedJoint] = ()
    ) -> None:
        """Start with the joints that an earlier predictor of this run found."""
        self._following, self._joints = following, joints
        self._known = {failing.joint: failing for failing in known}
        self._maybe_touching: set[int] = set()  # joints that were off where the arm may touch something

    @property
    def known(self) -> tuple[FailedJoint, ...]:
        """The joints that fail, in order."""
        return tuple(self._known[joint] for joint in sorted(self._known))

    @property
    def rows(self) -> list[tuple[int, str, FailureKind, float, float, int]]:
        """What others are to know of each: joint, name, kind, where it stands, followed to, since when."""
        return [
            (each.joint, self._joints[each.joint].name, each.kind, each.q, each.followed, each.since_ns)
            for each in self.known
        ]

    @property
    def locked(self) -> Locked:
        """Where each of them stands [rad or m]."""
        return {failing.joint: failing.q for failing in self.known}

    def forget_times(self) -> None:
        """Forget all times, which are by another clock from now on."""
        self._following.forget_times()

    def on_report(
        self, report: ArmReport, to_ground: Callable[[int], int], *, touching: Callable[[], Clearance | None]
    ) -> JointFinding | None:
        """Take a report; return something new about the joints, or None.

        Args:
            seen: the report.
            to_ground: turns spacecraft time into the ground's.
            touching: how near the arm is where it is seen, if it may touch something there; else None.
        """
        if self._maybe_touching and touching() is None:
            self._following.ask_again(self._maybe_touching)
            self._maybe_touching.clear()
        found = self._following.on_report(report)
        near = touching() if found else None
        if near is not None:
            self._maybe_touching.update(failing.joint for failing in found)
            return JointFinding("contact_now", f"{distance_text(near)}; {self._text(found)}")
        if len(found) > 1:
            return JointFinding("not_following", self._text(found))
        for failing in found:
            self._known[failing.joint] = failing._replace(since_ns=to_ground(failing.since_ns))
            return JointFinding(REASON_OF_KIND[failing.kind], self._text(found))
        return self._on_latched(report) if report.is_latched and report.is_at_rest else None

    def _on_latched(self, report: ArmReport) -> JointFinding | None:
        """Put the known joints where orbit commands them once it is latched: there they stay."""
        moved = [each for each in self.known if each.q != report.commanded_q[each.joint]]
        for failing in moved:
            self._known[failing.joint] = failing._replace(q=report.commanded_q[failing.joint])
        stands = [self._known[each.joint] for each in moved]
        return JointFinding(REASON_OF_KIND[stands[0].kind], self._text(stands)) if stands else None

    def _text(self, failing: Sequence[FailedJoint]) -> str:
        return ", ".join(self._joint_text(each) for each in failing)

    def _joint_text(self, failing: FailedJoint) -> str:
        joint = self._joints[failing.joint]
        at, off, band = (_value_text(joint, value) for value in (failing.q, failing.off, failing.band))
        where = f"{joint_label(self._joints, failing.joint)} stands at {at}"
        return f"{where}, {off} from its command ({band} allowed)"


def _value_text(joint: Joint, value: float) -> str:
    """Return a joint's value to the last figure that means anything: hundredths of a degree, or 0.1 mm."""
    return f"{shown_value(joint, value):.{2 if joint.kind == 'revolute' else 4}f} {shown_unit(joint)}"


def distance_text(near: Clearance) -> str:
    """Say which two are how far apart."""
    first, second = near.pair
    return f"{first} and {second} {near.distance * MM_PER_M:.0f} mm apart"


class KnownWorld(NamedTuple):
    """What the next predictor has to know."""

    version: int
    joints: tuple[FailedJoint, ...] = ()  # that fail
    broken: BrokenPairs = ()
    updates: bytes = b""  # of the world, as they travel


def encoded(known: KnownWorld) -> bytes:
    """Return it as a record."""
    return msgspec.msgpack.encode(known)


def decoded(record: bytes | None, version: int) -> KnownWorld:
    """Return it of a record; of one that is lost, or of other files, that of a new run."""
    if record is not None:
        found = msgspec.msgpack.decode(record, type=KnownWorld)
        if is_same_content(found.version, version):
            return found
    return KnownWorld(version)
