"""The handle: what the hand does, what it is told to do in a rehearsal, and how it steers the arm.

Handle axes, as the hand sits before them: x to the right, y away, z up.
"""

from typing import Annotated, Literal

import msgspec

from telemetry.messages.base import (
    Count,
    Message,
    Name,
    Nanoseconds,
    Part,
    Quaternion,
    Share,
    Text,
    Vector,
    on_wire,
)
from telemetry.messages.force import Amount

UPRIGHT: Quaternion = (1.0, 0.0, 0.0, 0.0)
FARTHEST_M = 10.0  # no handle reaches that far from its middle

_Reached = Annotated[float, msgspec.Meta(ge=-FARTHEST_M, le=FARTHEST_M)]
Place = tuple[_Reached, _Reached, _Reached]

HandMode = Literal["position", "attitude", "pose"]  # what of the tool the hand moves
HandFrame = Literal["base", "tool", "camera", "view"]  # in whose axes it does
HandControl = Literal["master_slave", "bilateral"]  # without, or with, the force of the delayed arm on it


@on_wire("Steering")
class Steering(Part, frozen=True, omit_defaults=True):
    """How the hand steers the arm; it is chosen with each arming, and holds as long as that."""

    mode: HandMode = "position"
    frame: HandFrame = "base"
    control: HandControl = "master_slave"
    quat_axes: Quaternion = UPRIGHT  # of the view in base axes, of the camera in the first tool's


@on_wire("HandleSample")
class HandleSample(Message, frozen=True, tag=30):
    """Haptics to planner and gate, at 50 Hz or more: the handle's pose in its own frame, and the dead-man."""

    number: Count
    sampled_ns: Nanoseconds  # ground clock
    p_handle: Vector  # [m]
    quat_handle: Quaternion
    dead_man: bool
    left_button: bool
    right_button: bool
    gripper: Share = 0.0  # 0 open, 1 closed


@on_wire("HandIntent")
class HandIntent(Message, frozen=True, tag=31):
    """Whoever holds the lease to the simulated handle: where the hand goes, and whether it presses.

    It is said again as long as the hand is there; one that is older than a dead-man may be presses nothing.
    """

    p_handle: Place  # wanted displacement from the handle's centre [m]
    speed: Amount  # of the hand [m/s]
    dead_man: bool
    at_ns: Nanoseconds = 0  # when the hand was so (ground clock); recordings made before do not say
    quat_handle: Quaternion = UPRIGHT  # wanted attitude
    turning_speed: Amount = 0.0  # of the hand [rad/s]
    left_button: bool = False
    right_button: bool = False
    gripper: Share = 0.0


@on_wire("HandleStatus")
class HandleStatus(Message, frozen=True, tag=110):
    """Haptics to all screens, 5 times a second: whose hand is on the handle, and whether it presses."""

    holder: Name  # of the lease: whose hand it is; empty: nobody's
    device: Name = ""  # that has the handle, as it names itself; empty: the holder says the hand
    rate: Amount = 0.0  # of the device's states, as it says [Hz]
    is_pressed: bool = False  # the dead-man, by a word that is not too old
    counts: bool = False  # planner and gate are told so; False though pressed: let go, and press anew
    age: Amount | None = None  # of the newest word of that hand [s]; None: there was none
    refused: Name = ""  # the newest device that was sent away, as it names itself; empty: none was
    why: Text = ""  # it was
    refused_ns: Nanoseconds = 0  # when (ground clock)
