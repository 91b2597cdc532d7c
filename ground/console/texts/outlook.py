"""What is said of the contact: how long it lasts, or when it begins again."""

from typing import NamedTuple

from ground.console.texts import formats
from telemetry.messages.queue import GateStatus
from telemetry.run_settings import NS_PER_S

NO_CONTACT = "NO CONTACT"
SOON_S, NOW_S = 60.0, 15.0  # before contact ends: time to finish, time to stop


class Outlook(NamedTuple):
    """What is ahead: `state` is a word that the table of looks knows."""

    state: str
    text: str
    note: str = ""


def outlook(status: GateStatus, los_ns: int | None, now_ns: int) -> Outlook:
    """Return how long contact lasts, or when it begins again."""
    if los_ns is None:
        return _ahead(status, now_ns) if status.has_window else Outlook("no contact", NO_CONTACT)
    since = formats.no_contact(los_ns)
    if status.has_window:
        return Outlook("no signal", "NO SIGNAL", since)
    if status.window_opens_ns is None:
        return Outlook("no contact", NO_CONTACT, "no window planned")
    return Outlook("no contact", f"AOS {formats.until(status.window_opens_ns, now_ns)}", since)


def _ahead(status: GateStatus, now_ns: int) -> Outlook:
    left_s = (status.window_closes_ns - now_ns) / NS_PER_S
    if left_s > formats.FAR_S:
        return Outlook("contact", "contact", "no end planned")
    state = "contact" if left_s > SOON_S else "ends soon" if left_s > NOW_S else "ends now"
    return Outlook(state, f"LOS {formats.until(status.window_closes_ns, now_ns)}")
