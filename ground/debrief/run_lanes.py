"""The lanes of a run's delay, with the bars of the console, seen from the end of the run."""

from ground.console.lanes.lane_bars import LANE_NAMES, Bar, LaneMoment, lane_bars
from ground.console.lanes.lane_words import label, stop_text
from ground.debrief.run_figures import FlownRun
from ground.report.page.page_data import LaneBar, LaneStop, RunLanes, SignalLoss
from telemetry.agreed.run_settings import NS_PER_S

SECONDS = 3


def lanes_of(flown: FlownRun) -> RunLanes:
    """Return the lanes of the whole run."""
    lanes, run, delay = flown.gathered.lanes.lanes, flown.gathered.run, flown.figures.delay
    end_s = flown.summary.duration_s
    moment = LaneMoment(
        now_ns=round(end_s * NS_PER_S),
        seen_ns=None,
        is_known=False,
        up_ns=round((run.link.up_s if delay.up_s is None else delay.up_s) * NS_PER_S),
        down_ns=round((run.link.down_s if delay.down_s is None else delay.down_s) * NS_PER_S),
        period_ns=run.commanding.period_ns,
    )
    return RunLanes(
        names=list(LANE_NAMES),
        bars=[_bar(bar) for bar in lane_bars(lanes, moment)],
        stops=[LaneStop(at_s=_s(stop.at_ns), text=stop_text(stop)) for stop in lanes.stops],
        losses=[
            SignalLoss(from_s=_s(loss.from_ns), until_s=end_s if loss.until_ns is None else _s(loss.until_ns))
            for loss in lanes.losses
        ],
    )


def _bar(bar: Bar) -> LaneBar:
    return LaneBar(
        lane=int(bar.lane),
        from_s=_s(bar.from_ns),
        until_s=_s(bar.until_ns),
        slant_s=_s(bar.slant_ns),
        look=bar.look,
        label=label(bar.span),
    )


def _s(at_ns: int) -> float:
    return round(at_ns / NS_PER_S, SECONDS)
