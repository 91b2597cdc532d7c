"""The state of the link in words: of both ways, of the round trip, and of the clock on board."""

from typing import NamedTuple

from ground.console.facts.link_facts import Loss
from ground.console.texts import formats
from telemetry.messages.link import FollowedTime, LinkStatus, LinkWay
from telemetry.messages.queue import LogHead

WHY = {
    "no_window": "no contact is planned now",
    "no_report": "no report comes",
    "nothing_sent": "nothing is sent",
    "no_echo": "nothing is seen to arrive",
}
PPM = 1e6
SHOWN_OCTETS = 6  # of a digest that people compare
S_PER_MINUTE = 60.0


class LinkWord(NamedTuple):
    """What is said of the link first."""

    state: str  # of `theme.STATE_LOOKS`
    text: str
    why: str  # empty: it is ok


def link_word(status: LinkStatus) -> LinkWord:
    """Return the state, of which way it is, and why."""
    worst = [(name, way) for name, way in (("up", status.up), ("down", status.down)) if way.state != "ok"]
    if not worst:
        return LinkWord(status.state, "OK", "")
    both = len(worst) == 2
    name, way = worst[-1]
    text = status.state.upper() if both or way.state == "out of window" else f"{status.state.upper()} {name}"
    return LinkWord(status.state, text, WHY.get(way.reason, formats.words(way.reason)))


def way_text(way: LinkWay) -> str:
    """Return rate, delay and losses of one way: 4.0/s, 3.50 s, 2 of 120 lost."""
    delay = "" if way.delay is None else f" {formats.seconds(way.delay, 2)},"
    text = f"{way.rate:.1f}/s,{delay} {way.lost} of {way.packets + way.lost} lost"
    return text if way.state == "ok" else f"{way.state}: {text}"


def order_text(way: LinkWay) -> str:
    """Return what came twice and what was overtaken: 1 doubled, 2 late."""
    return f"{way.duplicated or 0} doubled, {way.late or 0} late"


def recent_text(loss: Loss) -> str:
    """Return what was lost of late: 0.5 % of 99 lost in 10 s."""
    return f"{formats.percent(loss.share)} of {loss.of} lost in {loss.over_s:.0f} s"


def trip_text(trip: FollowedTime) -> str:
    """Return the round trip, and how it changes: 7.00 s ± 2 ms, +0.3 ms/min."""
    drift = f"{formats.signed(trip.drift * S_PER_MINUTE * 1e3, 1)} ms/min"
    value = f"{formats.seconds(trip.value, 2)} {formats.give_or_take(trip.uncertainty)}"
    return f"{value}, {drift}{_step_text(trip)}"


def clock_text(clock: FollowedTime) -> str:
    """Return the clock on board beside the ground's: +12.500 s ± 2 ms."""
    return f"{formats.clock_offset(clock.value)} {formats.give_or_take(clock.uncertainty)}{_step_text(clock)}"


def clock_rate_text(clock: FollowedTime) -> str:
    """Return how much faster the clock on board runs: +50.0 ± 4.0 ppm."""
    return f"{formats.signed(clock.drift * PPM, 1)} ± {clock.drift_uncertainty * PPM:.1f} ppm"


def log_head_text(head: LogHead) -> str:
    """Return the newest record of the gate's log, to be written down: record 1234, 3f2a 9c01 77b0."""
    digest = head.sha256[:SHOWN_OCTETS].hex()
    return f"record {head.number}, {' '.join(digest[at : at + 4] for at in range(0, len(digest), 4))}"


def _step_text(followed: FollowedTime) -> str:
    if followed.stepped_ns is None:
        return ""
    return f"; stepped {formats.clock_offset(followed.step)} at {formats.mission_time(followed.stepped_ns)}"
