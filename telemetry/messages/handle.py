"""The handle: what the hand does, and what it is told to do in a rehearsal."""

from telemetry.messages.base import Count, Finite, Message, Nanoseconds, Quaternion, Vector


class HandleSample(Message, frozen=True, tag=30):
    """Haptics to planner and gate, at 50 Hz or more: the handle's pose in its own frame, and the dead-man."""

    number: Count
    sampled_ns: Nanoseconds  # ground clock
    p_handle: Vector  # [m]
    quat_handle: Quaternion
    dead_man: bool
    left_button: bool
    right_button: bool


class HandIntent(Message, frozen=True, tag=31):
    """Whoever holds the lease to the simulated handle: where the hand goes, and whether it presses.

    It is said again as long as the hand is there; one that is older than a dead-man may be presses nothing.
    """

    p_handle: Vector  # wanted displacement from the handle's centre [m]
    speed: Finite  # of the hand [m/s]
    dead_man: bool
    at_ns: Nanoseconds = 0  # when the hand was so (ground clock); recordings made before do not say
