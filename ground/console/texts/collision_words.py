"""What is said of collisions: how near the arm is now, how near it may be, and what its motion will meet.

    so it goes on: closer than required in 1.3 s;   arm now 64.8 mm, surely 52.4, hand – handrail

It stands beside the nearest pair of the commanded arm, and names a pair only if it is another one.
"""

from typing import NamedTuple

from ground.console.facts.arm_facts import CollisionFacts
from ground.console.facts.panel_facts import Stamped
from ground.console.texts import formats
from telemetry.messages.prediction import Ahead, CollisionState
from telemetry.messages.spacecraft import RangeSample

Pair = tuple[str, str]
ARM_NOW, SENSOR, AHEAD = "arm now", "sensor, last heard", "so it goes on"


class CollisionWords(NamedTuple):
    """One line, and how bad it is."""

    text: str
    level: str = ""  # how bad it is, by the levels of the message; empty: nothing is known
    is_stale: bool = False


def collision_words(
    facts: CollisionFacts, now_ns: int, *, is_lost: bool, named: Pair | None = None
) -> CollisionWords:
    """Return what is known; without contact the arm in orbit may be anywhere.

    `named`: the pair that stands beside it.
    """
    seen = facts.state
    if seen is None:
        return CollisionWords(f"{ARM_NOW} {formats.NO_DATA}")
    state = seen.value
    now = f"{ARM_NOW} unknown since LOS" if is_lost else _now(state, named)
    parts = (_ahead(state.ahead, named), now, _measured(facts.range, now_ns))
    text = ";   ".join(part for part in parts if part)
    return CollisionWords(text, _level(state), seen.is_stale(now_ns))


def _level(state: CollisionState) -> str:
    """Return how bad it is: never clear where the arm is, or may be, nearer than is required."""
    near = state.nearest
    if near is not None and near.distance < state.required:
        return "contact"
    is_doubtful = state.at_least is not None and state.at_least < state.required
    return "warning" if is_doubtful and state.level == "clear" else state.level


def _now(state: CollisionState, named: Pair | None) -> str:
    near = state.nearest
    if near is None:
        return f"{ARM_NOW}: no pair to watch"
    return f"{ARM_NOW} {formats.with_least(near.distance, state.at_least)}{_other(near.pair, named)}"


def _other(pair: Pair, named: Pair | None) -> str:
    """Return the names of a pair that is not the one that is named anyway."""
    return "" if pair == named else f", {formats.pair_names(pair)}"


def _measured(seen: Stamped[RangeSample] | None, now_ns: int) -> str:
    """Return what the arm's range sensor said; of an arm without one nothing."""
    if seen is None:
        return ""
    if seen.is_stale(now_ns):
        return f"{SENSOR}: silent for {formats.age(seen.age_s(now_ns))}"
    distance = seen.value.distance
    return f"{SENSOR}: {'no echo' if distance is None else formats.millimetres(distance)}"


def _ahead(ahead: Ahead | None, named: Pair | None) -> str:
    if ahead is None or ahead.time_to_contact is None:
        return ""
    left = formats.seconds(ahead.time_to_contact)
    return f"{AHEAD}: closer than required in {left}{_other(ahead.nearest.pair, named)}"
