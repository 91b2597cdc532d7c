"""A pass of two arms in one tree: each step, and each engagement of the hand, moves the arm of its tool."""

from itertools import pairwise

import pytest

from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load
from telemetry.agreed.reasons import Reason
from telemetry.messages.acts import ArmTeleop
from telemetry.messages.plan import PlanReady
from telemetry.messages.queue import Proposal, RollBack, TeleopSource

pytestmark = pytest.mark.long
LEFT, RIGHT = slice(0, 6), slice(6, 11)
SEEN = (PlanReady, Proposal, RollBack, ArmTeleop)


@pytest.fixture(scope="module")
def flown():
    """The summary of the pass, and what was said in it, in order."""
    said = []

    def hear(_at_ns, _role, message):
        if isinstance(message, SEEN):
            said.append(message)

    return fly(load("two_arms"), Flight(seed=1, witness=hear, coded=False)), said


@pytest.fixture
def told(flown):
    return flown[1]


def by_hand(told, tool):
    """Set-points of the hand that moves a tool."""
    entries = [message.entry for message in told if isinstance(message, Proposal)]
    return [e for e in entries if isinstance(e.source, TeleopSource) and e.source.tool == tool]


def moved(states, joints):
    """True if any of these joints changes from state to state."""
    return len({state.q[joints] for state in states}) > 1


def test_the_pass_ends_as_it_expects_and_touches_nothing(flown):
    summary, _ = flown
    assert [row for row in summary.expectations if not row.ok] == []
    assert (summary.ok, summary.contacts, summary.joints) == (True, [], [])


def test_both_arms_fly_their_own_steps_of_one_plan(told):
    ready = next(message for message in told if isinstance(message, PlanReady))
    assert [step.tool for step in ready.steps] == ["left", "right", "left", "right", ""]
    before = [ready.certificate.start_q, *(step.end_q for step in ready.steps)]
    changes = [(a[LEFT] != b[LEFT], a[RIGHT] != b[RIGHT]) for a, b in pairwise(before)]
    assert changes == [(True, False), (False, True), (True, False), (False, True), (True, True)]


def test_a_hand_moves_the_arm_of_its_tool_alone(told):
    left, right = ([entry.state for entry in by_hand(told, tool)] for tool in ("left", "right"))
    assert moved(left, LEFT) and not moved(left, RIGHT)
    assert moved(right, RIGHT) and not moved(right, LEFT)
    assert [act.tool for act in told if isinstance(act, ArmTeleop)][-1] == "right"


def test_a_hand_towards_the_other_arm_is_rolled_back_at_that_arm(told):
    [back] = {message.pair for message in told if isinstance(message, RollBack)}
    assert sorted(name.partition("_")[0] for name in back) == ["left", "right"]


def test_five_joints_say_that_the_hand_moves_their_place_alone(told):
    assert {entry.source.note for entry in by_hand(told, "right")} == {Reason.PLACE_ALONE}
    others = {entry.source.note for entry in by_hand(told, "left")}
    assert all(note == "" or note.startswith("too close") for note in others)
