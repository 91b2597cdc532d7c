"""What a command asks for, as the screens are told it once, when its life begins."""

from collections.abc import Sequence

from telemetry.messages.joint_state import JointState
from telemetry.messages.queue import SetPointArguments, Source


def arguments_of(
    state: JointState, before: JointState | None, source: Source | None = None
) -> SetPointArguments:
    """Return the arguments of a set-point that follows `before`, or nobody knows what.

    Without a source it is a sample of the stop.
    """
    largest = None if before is None else _largest_change(before.q, state.q)
    return SetPointArguments(source=source, q=state.q, largest=largest)


def _largest_change(before: Sequence[float], after: Sequence[float]) -> tuple[int, float] | None:
    """Return the joint that changes most, and by how much; None for another number of joints."""
    if len(before) != len(after):
        return None
    changes = [end - begin for begin, end in zip(before, after, strict=True)]
    joint = max(range(len(changes)), key=lambda number: abs(changes[number]))
    return joint, changes[joint]
