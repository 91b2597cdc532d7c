"""The places of a recording worth looking at: where motion was stopped, where contact was lost, the end."""

from collections.abc import Iterable, Iterator

from telemetry.agreed.reasons import Reason, cause
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Message, shortened
from telemetry.messages.queue import GateStatus, HoldNotice, RollBack
from telemetry.messages.replay import ReplayMarker

MARKERS_MAX = 500  # of one recording
_CAUSES = {reason.value: cause(reason) for reason in Reason}


def markers(told: Iterable[tuple[int, Message]], duration_ns: int) -> tuple[ReplayMarker, ...]:
    """Return the markers of what a screen was told, in order of time; instants in nanoseconds."""
    end = ReplayMarker(kind="end", at=_s(duration_ns), until=_s(duration_ns), text="the recording ends")
    found = sorted(_found(told, duration_ns), key=lambda marker: marker.at)
    return (*found[: MARKERS_MAX - 1], end)


def _found(told: Iterable[tuple[int, Message]], duration_ns: int) -> Iterator[ReplayMarker]:
    closed_ns: int | None = None  # when the window closed
    for at_ns, message in told:
        match message:
            case RollBack(reason=reason, seq=seq):
                yield _at(at_ns, "roll_back", f"roll-back of set-point {seq}: {_cause(reason)}")
            case HoldNotice(reason=reason):
                yield _at(at_ns, "hold", f"hold: {_cause(reason)}")
            case GateStatus(has_window=has_window):
                if closed_ns is not None and has_window:
                    yield _loss(closed_ns, at_ns)
                closed_ns = None if has_window else at_ns if closed_ns is None else closed_ns
    if closed_ns is not None:
        yield _loss(closed_ns, duration_ns)


def _at(at_ns: int, kind: str, text: str) -> ReplayMarker:
    return ReplayMarker(kind=kind, at=_s(at_ns), until=_s(at_ns), text=shortened(text))  # type: ignore[arg-type]


def _loss(from_ns: int, until_ns: int) -> ReplayMarker:
    lasted_s = (until_ns - from_ns) / NS_PER_S
    text = f"loss of signal for {lasted_s:.1f} s"
    return ReplayMarker(kind="los", at=_s(from_ns), until=_s(until_ns), text=text)


def _cause(reason: str) -> str:
    return _CAUSES.get(reason, reason)


def _s(at_ns: int) -> float:
    return at_ns / NS_PER_S
