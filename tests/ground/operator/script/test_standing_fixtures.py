"""Fixtures of a plan before a fake gate: made before it begins, gone when it is over, asked again."""

import msgspec

from ground.operator.act_tables import PlanTable
from ground.operator.script.script import ScriptAct
from telemetry.agreed.reasons import Reason, cause
from telemetry.messages import acts, plan
from telemetry.messages.fixture import Fixture, FixtureRequest
from telemetry.plan.move_table import MoveTable
from telemetry.plan.step_table import StepTable, WaitTable
from telemetry.plan.teleop_table import FixtureTable, StandingFixtureTable, StrokeTable, TeleopTable
from tests.ground.operator.fake_gate import FakeGate
from tests.ground.operator.person.test_person_plans import Person

MOVE, WAIT = StepTable(move=MoveTable(to_deg=(0.0,) * 6)), StepTable(wait=WaitTable(for_s=5.0))
LED = tuple(StandingFixtureTable(name=name, end_m=(1.0, 0.0, 0.2)) for name in ("aside", "bus"))


class Answering:
    """Answers requests for fixtures, with these reasons first."""

    reasons: tuple = ()

    def hear(self, message):
        super().hear(message)
        if isinstance(message, FixtureRequest) and message.kind != "none":
            reason, self.reasons = (self.reasons[0], self.reasons[1:]) if self.reasons else ("", ())
            made = Fixture(fixture_id=message.fixture_id, kind="tube", configuration=b"", world=1)
            made = msgspec.structs.replace(made, reason=reason)
            self.after(0.5, lambda: self.tell(made))

    def asked(self):
        return [(each.fixture_id, each.kind) for each in self.said(FixtureRequest)]


class Scripted(Answering, FakeGate):
    def __init__(self, *reasons):
        self.reasons = reasons
        super().__init__(ScriptAct(plan=PlanTable(steps=(MOVE, WAIT), fixtures=LED)))


class Led(Answering, Person):
    def __init__(self, *reasons):
        self.reasons = reasons
        super().__init__((WAIT, WAIT), fixtures=LED)


STANDING = [("act-1.aside", "tube"), ("act-1.bus", "tube")]
GONE = [("act-1.aside", "none"), ("act-1.bus", "none")]


def test_they_are_there_before_the_first_move_and_gone_after_the_last_step():
    gate = Scripted().run()
    assert gate.asked() == STANDING + GONE and gate.said(acts.ScriptDone)[0].completed
    requests, (planned_s,) = gate.times(FixtureRequest), gate.times(plan.PlanRequest)
    assert requests[1] < planned_s < gate.times(plan.StepReport)[-1] <= requests[2]


def test_one_that_cannot_be_made_ends_the_plan_before_it_begins():
    gate = Scripted("", Reason.NO_FREE_WAY).run()
    assert f"act-1.bus: no fixture: {cause(Reason.NO_FREE_WAY)}" in gate.said(acts.ScriptDone)[0].detail
    assert not gate.said(plan.PlanRequest) and gate.asked() == STANDING + GONE


def test_what_time_cures_is_asked_again():
    gate = Scripted(Reason.NO_START_POSE).run()
    assert gate.asked() == [STANDING[0], *STANDING, *GONE] and gate.said(acts.ScriptDone)[0].completed


def test_a_person_has_them_made_by_the_first_key_alone():
    person = Led()
    assert person.asked() == []
    person.key()
    person.key()
    assert person.states == ["done", "done"]
    assert [kind for _, kind in person.asked()] == ["tube", "tube", "none", "none"]


def test_a_person_may_ask_again_for_one_that_could_not_be_made():
    person = Led(Reason.NO_FREE_WAY)
    person.key()
    assert person.states == ["failed", "to do"] and cause(Reason.NO_FREE_WAY) in person.told
    person.key()
    assert person.states == ["done", "to do"]


class ByHand(Answering, Person):
    def __init__(self, *reasons):
        self.reasons = reasons
        stroke = StrokeTable(direction=(0.0, 0.0, 1.0), displacement_m=0.05, until="time", for_s=5.0)
        table = TeleopTable(strokes=(stroke,), fixture=FixtureTable(end_m=(1.0, 0.0, 0.2)))
        super().__init__((StepTable(teleoperate=table),))


def test_a_person_who_is_handed_the_handle_is_led_by_the_steps_fixture_until_the_step_is_done():
    person = ByHand()
    assert person.key() == "" and person.asked() == [("plan 1", "tube")]
    assert person.offered.rows[0].what == "by hand, 1 stroke, led by a tube"
    assert person.key() == "" and person.states == ["done"]
    assert person.asked() == [("plan 1", "tube"), ("plan 1", "none")]


def test_a_hand_that_nothing_can_lead_does_not_begin_and_its_step_may_be_begun_again():
    person = ByHand(Reason.NO_FREE_WAY)
    assert person.key() == "step 1 failed" and cause(Reason.NO_FREE_WAY) in person.told
    assert person.key() == "" and person.states == ["doing"]
