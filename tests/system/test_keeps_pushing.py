"""A hand that does not let go after a roll-back: nothing is armed again before it does."""

from functools import cache

from msgspec.structs import replace

from ground.faults.ground_faults import KeepsPushing
from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load
from telemetry.messages.handle import HandIntent
from telemetry.messages.queue import GateStatus, RollBack

FROM_S, FOR_S = 2.0, 40.0
PUSH = {"displacement_m": 0.06, "until": "rolled_back", "for_s": 30.0}
AFTER_S = 1.0


@cache
def flown(is_pushing):
    """Return when it was rolled back, and what hand and gate were after that [s]."""
    scenario = load("teleop_position")
    [act] = scenario.acts
    down, up = (replace(act.teleop.strokes[0], direction=(0.0, 0.0, z), **PUSH) for z in (-1.0, 1.0))
    acts = (replace(act, teleop=replace(act.teleop, strokes=(down, replace(up, until="time", for_s=3.0)))),)
    faults = (KeepsPushing(participant="operator", at_s=FROM_S, duration_s=FOR_S),) if is_pushing else ()
    truth = replace(scenario.truth, plant="kinematic")
    told = []

    def witness(at_ns, role, message):
        if isinstance(message, RollBack | HandIntent | GateStatus):
            told.append((at_ns / 1e9, message))

    fly(
        replace(scenario, truth=truth, faults=faults, acts=acts),
        Flight(seed=1, cameras=False, witness=witness, coded=False),
    )
    begin_s = next(at_s for at_s, message in told if isinstance(message, RollBack))
    return begin_s, [(at_s, message) for at_s, message in told if at_s > begin_s + AFTER_S]


def lets_go_s(told):
    return next(at_s for at_s, message in told if isinstance(message, HandIntent) and not message.dead_man)


def armed_s(told):
    return next(
        at_s for at_s, message in told if isinstance(message, GateStatus) and message.state == "teleop"
    )


def test_the_hand_pushes_on_as_long_as_the_fault_lasts():
    _, told = flown(True)
    assert lets_go_s(told) >= FROM_S + FOR_S


def test_nothing_is_armed_by_a_hand_that_was_never_let_go():
    _, told = flown(True)
    assert armed_s(told) > lets_go_s(told)


def test_without_it_the_hand_is_let_go_soon():
    begin_s, told = flown(False)
    assert armed_s(told) < begin_s + 20.0
