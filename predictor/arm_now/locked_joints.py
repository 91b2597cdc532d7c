"""Joints that stand for good, and the set-points that would move one: plain figures, no geometry.

The planner, the verdict and the gate each ask this one question by themselves.
"""

from collections.abc import Mapping, Sequence

from predictor.model.joint_text import joint_label, value_text
from predictor.model.joint_tree import Joint
from telemetry.messages.joint_state import JointState

STANDS_WITHIN = 1e-9  # of a joint value, and of its rates [rad or m]

Locked = Mapping[int, float]  # joint, from 0 -> where it stands [rad or m]


def moved_joint(locked: Locked, before: JointState, state: JointState) -> int | None:
    """Return the first locked joint that is moved between two states, or is in motion in one; None: none."""
    for joint in locked:
        rates = (row[joint] for row in (before.qd, before.qdd, state.qd, state.qdd))
        if not all(abs(rate) <= STANDS_WITHIN for rate in (state.q[joint] - before.q[joint], *rates)):
            return joint
    return None


def with_locked(locked: Locked, state: JointState) -> JointState:
    """Return a state as an arm makes it whose locked joints stand where they do."""
    q, qd, qdd = (list(row) for row in state)
    for joint, at in locked.items():
        q[joint], qd[joint], qdd[joint] = at, 0.0, 0.0
    return JointState(tuple(q), tuple(qd), tuple(qdd))


def locked_text(joints: Sequence[Joint], locked: Locked) -> str:
    """Say which joints stand where: `joint 2 at -123.8 deg`."""
    return " and ".join(
        f"{joint_label(joints, joint)} at {value_text(joints[joint], q)}" for joint, q in locked.items()
    )
