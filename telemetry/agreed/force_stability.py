"""How stiff a spring through a delay may be: for any hand, and for a stated one.

The delayed spring is seen by the hand as the impedance K (1 - exp(-s T)) / s, force over speed.  Its real
part at s = jw is K sin(wT) / w, least -0.21723 K T where wT = tan(wT), so

    passive      K <= B / (0.21723 T)      B: the device's own damping

A hand (m, b, k) holds it stable up to the border m s^2 + b s + k + K (1 - exp(-s T)) = 0 at s = jw.  With
u = m w^2 - k the two parts of that are

    tan(w T / 2) = -u / (b w)      K = (u + b^2 w^2 / u) / 2      u > 0

w T / 2 + atan(u / (b w)) grows with w, so there is one border frequency for each multiple of pi; K is least
near u = b sqrt(k / m), and the least border is one of the two beside it.
"""

import math
from typing import NamedTuple

LEAST_SINC = 0.21723362821122166  # -cos(x) at the first x = tan(x) > 0
HALVINGS = 200


class Hand(NamedTuple):
    """A hand on the handle, the device's mass and damping included."""

    mass: float  # [kg]
    damping: float  # [N s/m]
    stiffness: float  # [N/m]


TYPICAL = Hand(1.0, 5.0, 50.0)  # an arm that holds a handle loosely


class Border(NamedTuple):
    """Where the delayed spring is no longer stable."""

    gain: float  # [N/m]
    frequency: float  # at which it then swings [rad/s]


def passive_gain(damping: float, delay_s: float) -> float:
    """Return the gain [N/m] up to which no hand is given energy, by a device damped so [N s/m]."""
    return math.inf if delay_s <= 0.0 else damping / (LEAST_SINC * delay_s)


def stability_border(hand: Hand, delay_s: float) -> Border | None:
    """Return the least gain at which this hand swings for ever; None: without a delay no gain is too high."""
    if delay_s <= 0.0:
        return None
    own = _own_frequency(hand)
    u_guess = hand.damping * own  # u of the least gain
    turns = _phase(hand, delay_s, math.sqrt((hand.stiffness + u_guess) / hand.mass)) / math.pi
    orders = (math.floor(turns), math.floor(turns) + 1)
    found = (_swinging(hand, delay_s, order) for order in orders)
    borders = (_border(hand, w) for w in found if w > own)
    return min(
        borders, key=lambda border: border.gain, default=Border(0.0, own)
    )  # undamped, it swings anyway


def _own_frequency(hand: Hand) -> float:
    return math.sqrt(hand.stiffness / hand.mass)


def _phase(hand: Hand, delay_s: float, w: float) -> float:
    """Return the angle [rad] that is a multiple of pi at each border frequency."""
    u = hand.mass * w * w - hand.stiffness
    return 0.5 * w * delay_s + math.atan2(u, hand.damping * w)


def _swinging(hand: Hand, delay_s: float, order: int) -> float:
    """Return the frequency [rad/s] at which the phase is that multiple of pi, at least the hand's own."""
    low = _own_frequency(hand)
    high = max(2.0 * low, 2.0 * math.pi * (order + 1) / delay_s)
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if not low < middle < high:
            break
        low, high = (middle, high) if _phase(hand, delay_s, middle) < order * math.pi else (low, middle)
    return low


def _border(hand: Hand, w: float) -> Border:
    u = hand.mass * w * w - hand.stiffness
    return Border(0.5 * (u + (hand.damping * w) ** 2 / u), w)
