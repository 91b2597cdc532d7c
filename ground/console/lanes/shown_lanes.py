"""What the lanes show: of a flight what stands around now, with the windows that are planned."""

from typing import NamedTuple

from ground.console.facts.snapshot import Snapshot
from ground.console.lanes.lane_bars import Bar, LaneMoment, lane_bars, lane_moment, spans_to_come
from ground.console.lanes.lane_view import LaneView, view_around
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.lanes import Lanes, LossSpan


class ShownLanes(NamedTuple):
    """What the lanes show."""

    lanes: Lanes
    bars: tuple[Bar, ...]
    moment: LaneMoment
    view: LaneView
    losses: tuple[LossSpan, ...]  # those to come too


def lanes_around(snapshot: Snapshot, run: RunSettings, now_ns: int) -> ShownLanes:
    """Return the lanes of a flight around now."""
    moment = lane_moment(snapshot, run, now_ns)
    view = view_around(now_ns, run.link.up_s + run.link.down_s)
    bars = lane_bars(snapshot.lanes, moment, spans_to_come(snapshot, moment.period_ns))
    shown = tuple(bar for bar in bars if view.shows(bar.from_ns, bar.until_ns + bar.slant_ns))
    return ShownLanes(snapshot.lanes, shown, moment, view, _losses(snapshot, view))


def _losses(snapshot: Snapshot, view: LaneView) -> tuple[LossSpan, ...]:
    """Return the times without a window, also the next one, as the gate plans it."""
    gate, known = snapshot.authority.gate, snapshot.lanes.losses
    if gate is None:
        return known
    opens_ns, closes_ns = gate.value.window_opens_ns, gate.value.window_closes_ns
    if gate.value.has_window:
        coming = LossSpan(from_ns=closes_ns, until_ns=opens_ns)
        return (*known, coming) if closes_ns <= view.until_ns else known
    if known and known[-1].until_ns is None:
        return (*known[:-1], LossSpan(from_ns=known[-1].from_ns, until_ns=opens_ns))
    return known
