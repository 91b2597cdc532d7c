"""Small roles for tests of the real-time runtime, made in their own process or in a thread of the test."""

import time

import msgspec

from telemetry.life.contract import NEVER_NS, End, Orphaned, Persist, PersistFailed, Send, Work, WorkDone
from telemetry.messages.acts import ScriptDone
from telemetry.messages.command import BridgeReport, CommandState, HoldCommand, Keep, taken

TICK_NS = 10_000_000
LONG_WORK_S = 60.0


class ProbeSettings(msgspec.Struct):
    on_keep: str = "answer"
    ticks: bool = False


def report(epoch: int, reason: str = "") -> BridgeReport:
    return BridgeReport(
        is_open=True,
        reason=reason,
        epoch=epoch,
        seq=0,
        state=CommandState.AT_STATION,
        tm_received=0,
        tm_lost=0,
        tm_duplicated=0,
        tm_implausible=0,
        hold=None,
    )


def double(value):
    return 2 * value


def fail(value):
    raise ValueError(f"cannot work on {value}")


class Probe:
    """Answers keeps as its settings say, and notes all it receives."""

    def __init__(self, settings, store):
        self.due_ns = 0 if settings.ticks else NEVER_NS
        self.settings = settings
        self.store = store
        self.seen = []
        self.ticked_ns = []

    def of(self, kind):
        return [message for message in self.seen if isinstance(message, kind)]

    def receive(self, message, sender, now_ns):
        self.seen.append(message)
        if isinstance(message, Keep):
            return self.on_keep(message)
        if isinstance(message, HoldCommand):
            return [Send(taken(message, "bridge"), to=sender)]
        if isinstance(message, WorkDone):
            return [Send(report(message.value, "worked"))] if isinstance(message.value, int) else []
        if isinstance(message, PersistFailed):
            return [Send(report(0, "persist failed"))]
        return []

    def on_keep(self, keep):
        answer = Send(report(keep.epoch))
        return {
            "answer": [answer],
            "crash": None,
            "work": [Work("double", double, (keep.epoch,))],
            "work_fails": [Work("fail", fail, (keep.epoch,))],
            "work_long": [answer, Work("sleep", time.sleep, (LONG_WORK_S,))],
            "end": [End() if any(isinstance(item, Orphaned) for item in self.seen) else answer],
            "persist": [Persist("log", b"record"), answer],
            "lie": [Send(ScriptDone(completed=True, acts_done=0, detail=""))],
        }[self.settings.on_keep]

    def tick(self, now_ns):
        self.ticked_ns.append((now_ns, self.due_ns))
        if self.settings.on_keep == "stands still":
            return []
        self.due_ns = now_ns + TICK_NS
        return []


def build(settings: ProbeSettings, store, rng):
    return Probe(settings, store)
