"""One set-point followed from the hand to its confirmation: flown, with a watch on who handles it.

    a flight in virtual time ---profile hook---> a stop's function returns: its variables tell of which
                                                 set-point (epoch, seq), or of which sample of the hand

A function that is renamed, or is not on the way any more, is an error that names it; where a file has it is
found when the guide is shown.
"""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from ground.rehearsal.roles import roles
from ground.rehearsal.spacecraft.onboard import OnBoard
from ground.scenario.scenario import load, run_settings
from haptics.role import _sample
from planner.gate.proposals import on_proposal, on_verdict
from planner.gate.release import _give_credit, _release_motion
from planner.gate.set_points.ledger import Ledger
from planner.gate.set_points.queue import CommandQueue
from planner.role import Planner
from planner.teleoperation.hand import TeleopHand
from predictor.role import Predictor
from telemetry.agreed.authority import ARMED
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.bridge_role import Bridge
from telemetry.drive.virtual_time import VirtualTime
from telemetry.messages.queue import GateStatus

SCENARIO, SEED, SEQ = "teleop_position", 1, 4  # a set-point of the hand, early
LONGEST_S = 60.0


class Stop(NamedTuple):
    """A function on the way, how it tells what it speaks of, and what it does."""

    function: Callable[..., Any]
    number: Callable[[dict[str, Any], Any], object]  # of its variables and of what it returns
    text: str


def _seq(entry):
    return entry.epoch, entry.seq


def _of_credit(names, _):
    return names["credit"].epoch, names["credit"].next_seq


def _newest_executed(names):
    """The number that a report proves executed; none, if it is no report."""
    message = getattr(names.get("received"), "message", None)
    return (message.executed_epoch, message.executed) if hasattr(message, "executed") else None


STOPS = (
    Stop(_sample, lambda _, said: said.number, "the handle is read: place, attitude, dead-man"),
    Stop(_give_credit, lambda v, _: (v["gate"].epoch, v["gate"].announced), "the gate gives a credit"),
    Stop(TeleopHand.on_credit, _of_credit, "hand to set-point, in limits"),
    Stop(Planner._propose, lambda v, _: _seq(v["entry"]) if "entry" in v else None, "it is proposed"),
    Stop(CommandQueue.push, lambda v, _: _seq(v["entry"]), "it waits in the queue, chained to all before"),
    Stop(on_proposal, lambda v, _: _seq(v["entry"]), "the gate has taken it, as what was armed"),
    Stop(Predictor._judge, lambda v, _: _seq(v["entry"]), "the move and the stop after it are judged"),
    Stop(on_verdict, lambda v, _: _seq(v["verdict"]), "the verdict is heard, its figures checked"),
    Stop(_release_motion, lambda v, _: _seq(v["entry"]), "n_d periods later it leaves, logged first"),
    Stop(Bridge._motion, lambda v, _: _seq(v["set_point"]), "the bridge lets it pass to the link"),
    Stop(OnBoard._on_set_point, lambda v, _: v.get("own"), "the spacecraft has it, and buffers it"),
    Stop(OnBoard._begin, lambda v, _: v["planned"].number, "its move begins, at the instant it names"),
    Stop(Bridge._downlink, lambda v, _: _newest_executed(v), "a report that proves it executed comes down"),
    Stop(
        Ledger._advance,
        lambda v, _: None if v["number"] in v["self"]._open else v["number"][1:],
        "it is confirmed: the queue's row says so",
    ),
)
SAMPLE, FOLLOW = STOPS[0], STOPS[2]


class Seen(NamedTuple):
    """A stop, and when it was done [s] since the sample of the hand."""

    stop: Stop
    at_s: float


def traced():
    """Fly until one set-point of the hand is confirmed; return its stops in the order in which they were."""
    scenario = load(SCENARIO).with_plant("kinematic")
    run = run_settings(scenario, seed=SEED, run_id="guide")
    is_armed = []
    driver = VirtualTime(
        roles(scenario, run, cameras=False),
        seed=SEED,
        observe=lambda at_ns, name, message: is_armed.append(at_ns) if _is_armed(message) else None,
    )
    watch, until_ns = _Watch(driver), round(LONGEST_S * NS_PER_S)
    driver.run(until_ns=until_ns, finished=lambda: bool(is_armed))
    sys.setprofile(watch)
    try:
        driver.run(until_ns=until_ns, finished=lambda: watch.is_done)
    finally:
        sys.setprofile(None)
        driver.close()
    return watch.way()


def _is_armed(message):
    return isinstance(message, GateStatus) and message.state in ARMED


class _Watch:
    """The profile hook."""

    def __init__(self, driver):
        self._driver = driver
        self._stops = {stop.function.__code__: stop for stop in STOPS}
        self._samples = {}  # when each was taken, by its number
        self._chosen = None  # the set-point, and the sample that it was made of
        self._seen = {}  # by (function, set-point): when

    def __call__(self, frame, event, said):
        stop = self._stops.get(frame.f_code) if event == "return" else None
        if stop is None:
            return
        number, now_ns = stop.number(frame.f_locals, said), self._driver.now_ns
        if stop is SAMPLE:
            self._samples[number] = now_ns
        elif number is not None:
            self._seen.setdefault((stop.function, number), now_ns)
            if stop is FOLLOW and number[1] == SEQ and said is not None and self._chosen is None:
                self._chosen = number, frame.f_locals["sample"].number

    @property
    def is_done(self):
        return self._chosen is not None and (STOPS[-1].function, self._chosen[0]) in self._seen

    def way(self):
        if not self.is_done:
            raise ValueError(f"no set-point {SEQ} of the hand was confirmed within {LONGEST_S:g} s")
        number, sample = self._chosen
        at_ns = {SAMPLE.function: self._samples[sample]}
        at_ns |= {function: at for (function, of), at in self._seen.items() if of == number}
        missing = [name_of(stop.function) for stop in STOPS if stop.function not in at_ns]
        if missing:
            raise ValueError(f"not on the way of a set-point any more: {', '.join(missing)}")
        ways = [Seen(stop, (at_ns[stop.function] - self._samples[sample]) / NS_PER_S) for stop in STOPS]
        return sorted(ways, key=lambda seen: seen.at_s)


def name_of(function):
    """Return where a function stands, as the guide writes it: `package/file.py:Class.name`."""
    return f"{function.__module__.replace('.', '/')}.py:{function.__qualname__}"


def told(way):
    """Return the way as a table."""
    rows = ["| after | where | what happens |", "|---|---|---|"]
    rows += [f"| {seen.at_s:.2f} s | `{name_of(seen.stop.function)}` | {seen.stop.text} |" for seen in way]
    return "\n".join(rows)
