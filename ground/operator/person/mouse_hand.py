"""The handle as a window leads it, by mouse and keys: where the hand goes, and whether it holds."""

import math

from ground.operator.person.pilot_state import CENTRE, SeenHand
from telemetry.messages.base import Quaternion, Vector
from telemetry.messages.handle import HandIntent

HAND_SPEED = 0.2  # of the simulated handle under a mouse [m/s]
TURNING_SPEED, TURNING_BACK = 0.4, 2.0  # of the same, as it turns the tool and as it does not [rad/s]


def hand_intent(hand: SeenHand, *, is_engaged: bool) -> HandIntent:
    """Return what the hand asks of the handle; before it is engaged it stays at its origin."""
    place, turn = (hand.p, hand.turn) if is_engaged else (CENTRE, CENTRE)
    return HandIntent(
        p_handle=place,
        speed=HAND_SPEED,
        dead_man=hand.dead_man,
        at_ns=hand.at_ns,
        quat_handle=_attitude(turn),
        turning_speed=TURNING_SPEED if any(turn) else TURNING_BACK,
        right_button=any(turn),
    )


def _attitude(turn: Vector) -> Quaternion:
    """Return the attitude of a handle that is turned by a rotation vector [rad]."""
    angle = math.hypot(*turn)
    share = math.sin(0.5 * angle) / angle if angle else 0.0
    x, y, z = turn
    return math.cos(0.5 * angle), share * x, share * y, share * z
