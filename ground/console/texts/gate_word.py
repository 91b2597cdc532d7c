"""The gate's word: its state, and after a roll-back or a hold what ended motion, until somebody arms again.

    PLAN, roll-back ---> ROLLED BACK (stopping) ---> ROLLED BACK (at rest) ---> FILLING, once armed
    PLAN, HOLD --------> STOPPING ---> HELD ---> STOPPED by the hold, once resumed ---> FILLING, once armed

At rest after an end that somebody has asked for there is nothing to be told.
"""

from typing import NamedTuple

from ground.console.texts import formats
from telemetry.authority import ARMED, State
from telemetry.messages.queue import GateStatus
from telemetry.reasons import Reason

ASKED_FOR = frozenset({Reason.DISARMED, Reason.DEAD_MAN_RELEASED})


class GateWord(NamedTuple):
    """`state` is a word that the table of looks knows; `why` is empty if there is nothing to add."""

    state: str
    why: str

    @property
    def text(self) -> str:
        """The word as it is written."""
        return self.state.upper()


def gate_word(status: GateStatus) -> GateWord:
    """Return the gate's word."""
    why = formats.words(status.ended_by)
    if status.state in ARMED or not status.ended_by:
        return GateWord(status.state, "latched" if status.latched else "")
    if status.rolled_back and status.state in (State.STOPPING, State.REST):
        return GateWord(
            "rolled back", status.state if status.state == State.STOPPING else "at rest, not armed"
        )
    if status.state == State.REST and status.ended_by not in ASKED_FOR:
        return GateWord("stopped", why)
    return GateWord(status.state, "latched" if status.latched else why)
