"""Shared control in flight: a hand that pushes at the target is led along it, and nothing is rolled back."""

import pytest
from msgspec.structs import replace

from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load
from telemetry.messages.queue import Queued, TeleopSource


def flown(shared):
    """Return the summary of a hand that leans on the target's handrail, and the notes of its set-points."""
    scenario = load("teleop_position")
    [act] = scenario.acts
    lean = replace(act.teleop.strokes[0], direction=(0.0, 0.4, -1.0), displacement_m=0.06, for_s=12.0)
    flight = replace(
        scenario,
        acts=(replace(act, teleop=replace(act.teleop, strokes=(lean,))),),
        hand=replace(scenario.hand, control="master_slave", shared=shared),
        truth=replace(scenario.truth, plant="kinematic"),
    )
    notes = []

    def witness(at_ns, role, message):
        if isinstance(message, Queued) and isinstance(message.entry.source, TeleopSource):
            notes.append(message.entry.source.note)

    return fly(flight, Flight(seed=1, cameras=False, witness=witness, coded=False)), notes


@pytest.mark.sweep
def test_with_the_clearance_the_hand_slides_along_without_a_roll_back():
    summary, notes = flown(("clearance",))
    assert summary.rollbacks == []
    assert 0.03 < summary.clearance.min_predicted_m < 0.05
    assert any(note.startswith("led away from hand and target_handrail: 0.0") for note in notes)


@pytest.mark.sweep
def test_alone_the_same_hand_is_rolled_back():
    summary, notes = flown(())
    assert summary.rollbacks[0].reason == "too_close"
    assert not any(note.startswith("led") for note in notes)
