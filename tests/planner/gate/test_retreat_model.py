"""The gate itself under every order of a few events, where the arm stands nearer than is required (R10).

The plan is the way out: it leaves as RETREAT after a person armed it so and by verdicts on a way out, or not
at all.  How a situation is followed, and all other laws: `test_gate_model`.
"""

import pytest
from msgspec import structs

import planner.gate.acts
import planner.gate.proposals
from telemetry.agreed.authority import State
from tests.planner.gate.gate_bench import joint_1_move, settings
from tests.planner.gate.test_gate_model import BESIDES, Situation, explore
from tests.planner.gate.test_retreat import Inside

PERIODS = 6
EVENTS = ("nothing", "arm", "retreat", "hold", "resume", "verdicts", "usual verdicts", "silence")


def inside():
    """Quiet, nearer than is required, with a way out of four set-points."""
    run = settings()
    bench = Inside(run=structs.replace(run, commanding=structs.replace(run.commanding, depth=2)))
    bench.silent = {"hand"}
    return Situation(bench.resumed().with_plan(joint_1_move(4, 0.003)).run(11.0))


def test_inside_the_margin_nothing_moves_but_a_retreat_that_a_person_armed_and_that_ends_at_rest_or_held(
    record_property,
):
    known, _, (broken, path) = explore(PERIODS, inside, EVENTS)
    assert broken == (), path
    assert len(known) > 100
    record_property("states", len(known))
    assert {situation.state for situation in known.values()} == {State.FILLING, State.RETREAT, *BESIDES}


# Gates that are wrong: each is caught.


def takes_the_usual_arming_for_a_retreat(patch):
    right = planner.gate.acts.guard_plan

    def guard_plan(facts, certificate, *, retreat):
        return right(facts, certificate, retreat=True)

    patch.setattr(planner.gate.acts, "guard_plan", guard_plan)


def retreats_whoever_arms(patch):
    takes_the_usual_arming_for_a_retreat(patch)
    right = planner.gate.acts.Arming
    patch.setattr(planner.gate.acts, "Arming", lambda **fields: right(**fields | {"retreat": True}))


def takes_every_verdict_for_a_way_out(patch):
    patch.setattr(planner.gate.proposals, "_leads_out", lambda verdict: True)


WRONG = [
    (takes_the_usual_arming_for_a_retreat, "usual motion inside the margin"),
    (retreats_whoever_arms, "a retreat that nobody armed"),
    (takes_every_verdict_for_a_way_out, "an unverified set-point"),
]


@pytest.mark.parametrize(("wrong", "law"), WRONG, ids=[wrong.__name__ for wrong, _ in WRONG])
def test_a_gate_that_is_wrong_inside_the_margin_is_caught(monkeypatch, wrong, law):
    wrong(monkeypatch)
    _, _, (broken, path) = explore(PERIODS, inside, EVENTS)
    assert law in broken, path
