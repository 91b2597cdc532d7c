"""World updates in words, the same in log, console and summary, and the hash by which one is confirmed."""

import math
from collections.abc import Sequence
from itertools import zip_longest
from typing import assert_never

import msgspec

from telemetry.agreed.chains import digest
from telemetry.messages.world import (
    BodyPlaced,
    LimitTightened,
    LoadChanged,
    WorldAsk,
    WorldChange,
    WorldUpdates,
)

MM_PER_M = 1000.0


def update_digest(change: WorldChange, before: WorldUpdates, configuration: bytes) -> bytes:
    """Return the hash of an update and of all that it is proposed for."""
    return digest(msgspec.msgpack.encode(change), msgspec.msgpack.encode(before), configuration)


def with_change(before: WorldUpdates, change: WorldChange) -> WorldUpdates:
    """Return what differs from the files once one more update is confirmed: the newest of each counts."""
    bodies, limits = before.bodies, before.limits
    if isinstance(change, BodyPlaced):
        bodies = (*(each for each in bodies if each.body != change.body), change)
    else:
        limits = (*(each for each in limits if each.joint != change.joint), change)
    return WorldUpdates(before.count + 1, bodies, limits)


def news_of(before: WorldUpdates, after: WorldUpdates) -> tuple[WorldChange, ...]:
    """Return what is new in the second of two, which follows the first."""
    bodies = tuple(each for each in after.bodies if each not in before.bodies)
    return (*bodies, *(each for each in after.limits if each not in before.limits))


def update_text(change: WorldAsk) -> str:
    """Return an update in words."""
    match change:
        case BodyPlaced(body=body, joint=joint) if joint:
            return f"{body} is carried by {joint}"
        case BodyPlaced(body=body, p=p, quat=quat):
            return f"{body} {_moved_text(p, quat)}"
        case LoadChanged(action="take", body=body, tool=tool):
            return f"{tool or 'the tool'} has taken {body}"
        case LoadChanged(body=body):
            return f"the tool has left {body}"
        case LimitTightened(joint=joint, q_min=q_min, q_max=q_max, qd_max=qd_max):
            return f"{joint} within {q_min:.3f} to {q_max:.3f}, at most {qd_max:.4f} a second (SI)"
        case _:
            assert_never(change)


def _moved_text(p: Sequence[float], quat: Sequence[float]) -> str:
    shift = ", ".join(f"{axis} {MM_PER_M * part:+.0f} mm" for axis, part in zip_longest("xyz", p) if part)
    angle = math.degrees(2.0 * math.atan2(math.hypot(*quat[1:]), abs(quat[0])))
    turn = f"turned by {angle:.1f} deg" if angle > 0.0 else ""
    moved = ", ".join(filter(None, (shift, turn)))
    return f"stands {moved} from its file" if moved else "stands as in its file"
