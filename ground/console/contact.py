"""Whether there is contact, and since when there is none: what a screen may still claim goes by it.

    contact              the window is open, and telemetry comes
    loss of signal       the window has closed, or telemetry stays away beyond its limit
    contact again        the window is open, and telemetry has been heard in it

A window that opens is not yet contact: what was on its way is as unknown as before, until something is heard.
"""

from typing import NamedTuple

from ground.console import formats
from telemetry.messages.queue import GateStatus
from telemetry.run_settings import NS_PER_S, LinkPlan

NO_CONTACT = "NO CONTACT"
SOON_S, NOW_S = 60.0, 15.0  # before contact ends: time to finish, time to stop


class Contact:
    """The contact, as the gate tells of its windows and as telemetry comes."""

    def __init__(self, link: LinkPlan) -> None:
        """Begin with contact as long as nobody has heard otherwise."""
        self._limit_ns = link.telemetry_limit_ns
        self._has_window = True
        self._heard_ns: int | None = None  # when the newest telemetry came
        self._closed_ns: int | None = None  # when contact ended with its window; None: not since it was heard
        self.since_ns = 0  # when it began again

    def gate(self, status: GateStatus, now_ns: int) -> None:
        """Take what the gate tells of its windows."""
        self._has_window = status.has_window
        if not status.has_window and self._closed_ns is None:
            silent_ns = self.los_ns(now_ns)
            self._closed_ns = min(status.window_closes_ns, now_ns) if silent_ns is None else silent_ns

    def heard(self, now_ns: int) -> None:
        """Telemetry has come."""
        if self._has_window:
            if self.los_ns(now_ns) is not None:
                self.since_ns = now_ns
            self._heard_ns, self._closed_ns = now_ns, None

    def los_ns(self, now_ns: int) -> int | None:
        """Return when contact ended, ground clock [ns]; None: there is contact."""
        if self._closed_ns is not None:
            return self._closed_ns
        is_silent = self._heard_ns is not None and now_ns - self._heard_ns > self._limit_ns
        return self._heard_ns if is_silent else None


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
