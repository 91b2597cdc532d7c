"""The attack: seeded trouble on short passes; nothing that is unverified moves, and HOLD always holds.

A finding prints its seed, what was done, and the messages before it; `pytest -m attack --flights 1` with
`--first-seed SEED` flies it again, message for message.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import pytest

from planner.gate.role import LOG, OPEN_HOLD, PERSON_HOLD
from planner.gate.set_points.policy import waiting_reason
from telemetry.life.contract import RoleSpec, Send
from telemetry.messages.command import HoldCommand
from telemetry.messages.handle import HandleSample
from telemetry.messages.queue import GateStatus, Verdict
from tests.system.attack_flight import Flight, fly
from tests.system.attack_plan import draw, hold, hold_and_death
from tests.system.attack_roles import Wrapped, Wrapper, genuine, replace

pytestmark = [pytest.mark.attack, pytest.mark.real_time]

HERE = "tests.system.test_attack"
FLIGHTS_A_TASK = 5


def fly_some(seeds, plant):
    return [str(finding) for seed in seeds for finding in fly(seed, plant=plant)]


def test_no_flight_shows_a_finding(request):
    first, number = request.config.getoption("first_seed"), request.config.getoption("flights")
    task = partial(fly_some, plant=request.config.getoption("plant"))
    seeds = range(first, first + number)
    tasks = [seeds[at : at + FLIGHTS_A_TASK] for at in range(0, number, FLIGHTS_A_TASK)]
    with ProcessPoolExecutor(min(len(tasks), os.cpu_count()), mp_context=get_context("spawn")) as pool:
        findings = [finding for found in pool.map(task, tasks) for finding in found]
    assert not findings, "\n\n" + "\n\n".join(findings)


def flown_in(folder):
    """What a flight tells, without where it lies."""
    flight = Flight(draw(7), folder)
    flight.fly()
    return [(at_ns, told.replace(str(folder), "")) for at_ns, told in flight.trace]


def test_a_seed_is_flown_again_message_for_message(tmp_path):
    one, two = (flown_in(tmp_path / name) for name in ("one", "two"))
    assert len(one) > 30
    assert one == two


# Planted faults: each must be found, within so many flights.


class ReleasesUnverified(Wrapper):
    """A gate that looks at no verdict."""

    def __init__(self, wrapped, store, rng):
        super().__init__(wrapped, store, rng)
        state = genuine(self)._gate._state
        policy, depth = state.policy, state.rules.commanding.depth
        policy.may_leave = lambda queue, tick: waiting_reason(queue, tick, depth)
        policy.judge = lambda queue, verdict: False


class SaysOkAlways(Wrapper):
    """A predictor that sees nothing."""

    def altered(self, effects, message, now_ns):
        return [self._blessed(effect) for effect in effects]

    def _blessed(self, effect):
        if not (isinstance(effect, Send) and isinstance(effect.message, Verdict)):
            return effect
        far = effect.message.required + 1.0
        return Send(replace(effect.message, ok=True, reason="", clearance=far, time_to_contact=None))


class DeafToHold(Wrapper):
    """A role that drops HOLD."""

    def receive(self, message, sender, now_ns):
        return [] if isinstance(message, HoldCommand) else super().receive(message, sender, now_ns)


class WithoutHold:
    """A store that has lost what it was told of HOLD."""

    def __init__(self, store):
        self._store = store
        self.boot, self.keys, self.zero_utc_ns = store.boot, store.keys, store.zero_utc_ns

    def records(self, key):
        return [] if key in (OPEN_HOLD, PERSON_HOLD) else self._store.records(key)

    def unreadable(self, key):
        return self._store.unreadable(key)


class ForgetsHold(Wrapper):
    """A gate that starts again as if nobody had pressed, whatever bridge and spacecraft tell of it."""

    def __init__(self, wrapped, store, rng):
        super().__init__(wrapped, WithoutHold(store), rng)
        genuine(self)._gate._state.epochs.knows_all = lambda now_ns: True
        if store.records(LOG):
            person = genuine(self)._gate._authority.person_hold
            person.on_hold = person.on_latch_by_hold = lambda *who: False


class Careless(Wrapper):
    """A script that is never told of a person's HOLD."""

    def receive(self, message, sender, now_ns):
        told = replace(message, held_by="") if isinstance(message, GateStatus) else message
        return super().receive(told, sender, now_ns)


class StuckDeadMan(Wrapper):
    """A haptics role to which the dead-man is always pressed."""

    def altered(self, effects, message, now_ns):
        return [self._pressed(effect) for effect in effects]

    def _pressed(self, effect):
        if not (isinstance(effect, Send) and isinstance(effect.message, HandleSample)):
            return effect
        return Send(replace(effect.message, dead_man=True))


class NeverEnds(Wrapper):
    """A gate that follows no set-point to its end."""

    def __init__(self, wrapped, store, rng):
        super().__init__(wrapped, store, rng)
        ledger = genuine(self)._gate._state.ledger
        move = ledger.move
        ledger.move = lambda number, state, *why, **times: (
            not (state.is_end and number.kind == "motion") and move(number, state, *why, **times)
        )


stuck_dead_man, never_ends = StuckDeadMan, NeverEnds
releases_unverified, says_ok_always = ReleasesUnverified, SaysOkAlways
deaf_to_hold, forgets_hold, careless = DeafToHold, ForgetsHold, Careless


def planted(fault, *roles):
    """The change of a flight's roles that plants a fault in some of them."""

    def change(specs):
        wrapped = {name: Wrapped(f, s, 0.0) for name, f, s in specs if name in roles}
        return [
            RoleSpec(spec.participant, f"{HERE}:{fault}", wrapped[spec.participant])
            if spec.participant in roles
            else spec
            for spec in specs
        ]

    return change


def is_found(change, *rules, within, first=1, always=(), plant="physics"):
    """Whether one of so many flights, from a seed on, breaks any of these rules."""
    seeds = range(first, first + within)
    found = ({finding.rule for finding in fly(seed, always, change, plant)} for seed in seeds)
    return any(broken & {*rules} for broken in found)


def test_a_gate_that_releases_without_a_verdict_is_found():
    assert is_found(planted("releases_unverified", "gate"), "verdict", within=5)


@pytest.mark.parametrize("plant", ["physics", "kinematic"])
def test_a_predictor_that_always_says_ok_is_found(plant):
    change = planted("says_ok_always", "predictor")
    comes_near = 19  # seed of a flight whose hand leads to the target; few of those before it come near
    assert is_found(change, "contact", "clearance", first=comes_near, within=5, plant=plant)


def test_a_gate_that_follows_no_set_point_to_its_end_is_found():
    assert is_found(planted("never_ends", "gate"), "one end", within=5, plant="kinematic")


def test_hold_dropped_by_gate_and_bridge_is_found():
    assert is_found(planted("deaf_to_hold", "gate", "bridge"), "hold", "person", within=10, always=(hold,))


def test_hold_forgotten_by_a_gate_that_restarts_is_found():
    forgetful, careless = planted("forgets_hold", "gate"), planted("careless", "operator")
    assert is_found(
        lambda specs: forgetful(careless(specs)), "hold", "person", within=20, always=(hold_and_death,)
    )


def test_a_dead_man_that_is_never_released_is_found():
    assert is_found(planted("stuck_dead_man", "haptics"), "dead-man", within=5, plant="kinematic")
