"""What the gate's status comes to in words: its state with what ended motion, and how long contact lasts.

    PLAN, roll-back ---> ROLLED BACK (stopping) ---> ROLLED BACK (at rest) ---> FILLING, once armed
    PLAN, HOLD --------> STOPPING ---> HELD ---> STOPPED by the hold, once resumed ---> FILLING, once armed

At rest after an end that somebody has asked for there is nothing to be told.
"""

from typing import NamedTuple

from ground.console.texts import formats
from telemetry.agreed.authority import ARMED, State
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.queue import GateStatus

ENDS_ASKED_FOR = frozenset({Reason.DISARMED, Reason.DEAD_MAN_RELEASED})
NO_CONTACT = "NO CONTACT"
FINISH_S, STOP_S = 60.0, 15.0  # before contact ends: time to finish, time to stop


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
    if status.state == State.REST and status.ended_by not in ENDS_ASKED_FOR:
        return GateWord("stopped", why)
    return GateWord(status.state, "latched" if status.latched else why)


class ContactOutlook(NamedTuple):
    """What is ahead: `state` is a word that the table of looks knows."""

    state: str
    text: str
    note: str = ""


def contact_outlook(status: GateStatus, los_ns: int | None, now_ns: int) -> ContactOutlook:
    """Return how long contact lasts, or when it begins again."""
    if los_ns is None:
        return _ahead(status, now_ns) if status.has_window else ContactOutlook("no contact", NO_CONTACT)
    since = formats.los(los_ns)
    if status.has_window:
        return ContactOutlook("no signal", "NO SIGNAL", since)
    if status.window_opens_ns is None:
        return ContactOutlook("no contact", NO_CONTACT, "no window planned")
    return ContactOutlook("no contact", f"AOS {formats.until(status.window_opens_ns, now_ns)}", since)


def _ahead(status: GateStatus, now_ns: int) -> ContactOutlook:
    left_s = (status.window_closes_ns - now_ns) / NS_PER_S
    if left_s > formats.FAR_S:
        return ContactOutlook("contact", "contact", "no end planned")
    state = "contact" if left_s > FINISH_S else "ends soon" if left_s > STOP_S else "ends now"
    return ContactOutlook(state, f"LOS {formats.until(status.window_closes_ns, now_ns)}")
