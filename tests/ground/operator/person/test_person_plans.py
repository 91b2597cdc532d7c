"""A person flies a whole plan before a fake gate: part after part by a key, armed by the person alone."""

import itertools

import pytest

from ground.operator.person.person_plans import PersonPlans
from ground.operator.person.pilot import Pilot
from ground.operator.person.pilot_state import SeenHand
from ground.operator.procedure import PlanOffer
from ground.operator.script.script import HoldTable, ScriptAct
from telemetry.agreed.authority import ARMED
from telemetry.agreed.reasons import Reason, cause, cure, line
from telemetry.life.contract import Send
from telemetry.messages import acts, command, plan
from telemetry.plan.move_table import MoveTable
from telemetry.plan.plan_table import StepsTable
from telemetry.plan.step_table import (
    ContactTable,
    HoldPointTable,
    SecureTable,
    StepTable,
    VerifyTable,
    WaitTable,
)
from telemetry.plan.teleop_table import StrokeTable, TeleopTable
from tests.ground.operator.fake_gate import RUN, FakeGate
from tests.nominal_run import MODEL

MOVE = StepTable(move=MoveTable(to_deg=(0.0,) * 6))
STILL = StepTable(verify=VerifyTable(quantity="speed_deg_s", joint="joint_2", within=(-0.1, 0.1), for_s=1.0))
AWAY = StepTable(
    verify=VerifyTable(quantity="angle_deg", joint="joint_2", within=(10.0, 20.0), timeout_s=2.0)
)
WAIT = StepTable(wait=WaitTable(for_s=5.0))
LOOK = StepTable(hold_point=HoldPointTable(text="is the target at rest?"))
STROKE = StrokeTable(direction=(0.0, 0.0, 1.0), displacement_m=0.05, until="time", for_s=5.0)
BY_HAND = StepTable(teleoperate=TeleopTable(strokes=(STROKE,)))
SECURE = StepTable(secure=SecureTable())


class Seat:
    """A person's client as a role: looks, and does what the test has pressed."""

    def __init__(self, offers):
        self.pilot = Pilot(
            RUN, "operator", offers, nonce=itertools.count(1).__next__, robot=MODEL.robot, flies=True
        )

    def receive(self, message, sender, now_ns):
        self.pilot.on_message(message, now_ns)
        return ()

    def tick(self, now_ns):
        self.pilot.look(now_ns)
        self.pilot.on_hand(SeenHand((0.0, 0.0, 0.0), False, now_ns))
        self.pilot.go_on()
        return [Send(message) for message in self.pilot.take_outbox()]


class Person(FakeGate):
    """A person at rest with the lease, before one plan or several."""

    def __init__(self, *plans, start=None, fixtures=(), **how):
        super().__init__(ScriptAct(hold=HoldTable()), **how)
        named = enumerate(plans, 1)
        self.role = Seat(
            tuple(
                PlanOffer(name=f"plan {k}", plan=StepsTable(steps=each, start_q_deg=start, fixtures=fixtures))
                for k, each in named
            )
        )
        self.pilot, self.no_plan = self.role.pilot, None
        assert self.do("lease") + self.do("resume") == ""

    def hear(self, message):
        if self.no_plan and isinstance(message, plan.PlanRequest | plan.ReplanRequest):
            reason, detail = self.no_plan
            self.tell(plan.PlanRefused(plan_id=message.plan_id, reason=reason, detail=detail))
        else:
            super().hear(message)

    def wait(self, seconds):
        end_s = self.now_s + seconds
        return self.run(until=lambda: self.now_s >= end_s)

    def do(self, act):
        """Press, and wait until nothing is waited for; returns why it was refused, or empty."""
        self.pilot.press(act)
        return self.done()

    def key(self, name="plan 1"):
        self.pilot.carry_on(name)
        return self.done()

    def done(self):
        self.wait(0.1)
        self.run(until=lambda: not self.pilot.shown.pending.waits_for)
        return self.pilot.shown.pending.refused

    @property
    def came_to(self):
        """What the newest act has begun, which goes on; empty: it is done."""
        return self.pilot.shown.pending.outcome

    def fly(self):
        """Plan, arm, and wait until nothing is flown any more; returns what was refused."""
        told = self.key() + self.do("arm plan")
        self.wait(0.1).run(until=lambda: "doing" not in self.states)
        return told

    @property
    def offered(self):
        return self.pilot.shown.offers[0]

    @property
    def rows(self):
        return [(row.steps, row.state) for row in self.offered.rows]

    @property
    def states(self):
        return [row.state for row in self.offered.rows]

    @property
    def told(self):
        """What is told of the first row that is not done."""
        return next(row.detail for row in self.offered.rows if row.state != "done")


def test_nothing_begins_without_the_person():
    person = Person((WAIT, MOVE)).wait(10.0)
    assert person.said(plan.StepReport) == person.said(plan.PlanRequest) == person.said(acts.ArmPlan) == []


def test_a_person_flies_a_plan_whole_step_by_step():
    person = Person((MOVE, STILL, MOVE, MOVE, WAIT, SECURE))
    assert person.offered.key == "plan step 1"
    assert person.fly() == ""
    assert (person.states[0], person.offered.key) == ("done", "verify: step 2")
    assert person.key() == "" and person.fly() == "" and person.key() == ""
    assert (person.rows[2:4], person.offered.key) == ([("3-4", "done"), ("5", "done")], "HOLD: step 6")
    assert person.key() == "" and person.latched
    assert set(person.states) == {"done"} and person.offered.key == "begin again"
    assert len(person.said(acts.ArmPlan)) == 2 and len(person.said(command.HoldCommand)) == 1


def went(person):
    """How far each plan has come, as the end of the pass says it: done, failed, unfinished, never begun."""
    person.do("end")
    return [
        (row.done, row.failed, row.unfinished, row.never_begun)
        for row in person.said(acts.ScriptDone)[-1].plans
    ]


def test_the_end_of_a_pass_says_how_many_steps_were_done_failed_and_never_begun():
    person = Person((MOVE, MOVE, AWAY, WAIT, MOVE, MOVE), (WAIT,))
    assert person.fly() == ""
    person.key()
    person.wait(5.0)
    assert person.states[:2] == ["done", "failed"]
    assert went(person) == [(2, 1, 0, 3), (0, 0, 0, 1)]


def test_a_plan_that_was_only_looked_at_was_never_begun_and_one_flown_twice_is_done():
    person = Person((MOVE,), (WAIT,))
    assert person.key() == "" and person.states == ["ready"]
    assert person.key("plan 2") == ""
    person.wait(6.0)
    person.key("plan 2")  # begins again
    assert went(person) == [(0, 0, 0, 1), (1, 0, 0, 0)]


def test_the_way_to_a_start_is_no_step_of_the_pass():
    person = Person((WAIT,))
    way = PlanOffer(name="to the start of plan 1", plan=StepsTable(steps=(MOVE,)), optional=True)
    assert PersonPlans(person.pilot, (way,)).progress == ()


def test_a_plan_is_shown_ready_and_waits_for_the_arming_as_long_as_the_person_does():
    person = Person((MOVE,))
    assert person.key() == ""
    assert (person.rows, person.offered.key) == ([("1", "ready")], "plan step 1 anew")
    assert person.pilot.shown.plan.certificate.plan_id == "operator.1"
    person.wait(10.0)
    assert person.rows == [("1", "ready")] and person.said(acts.ArmPlan) == []


def test_a_figure_that_is_out_of_range_fails_the_step_with_value_and_limit_and_may_be_looked_at_again():
    person = Person((AWAY, MOVE))
    assert person.key() == "step 1 failed"
    assert person.told == "joint_2 angle_deg 0, asked 10 .. 20 for 0 s"
    assert (person.states, person.offered.key) == (["failed", "to do"], "verify: step 1")
    person.key()
    assert [told.state for told in person.said(plan.StepReport)] == ["begun", "failed"] * 2


@pytest.mark.parametrize("goes_on", [True, False])
def test_at_a_hold_point_another_console_lets_the_person_go_on_or_does_not(goes_on):
    person = Person((LOOK, MOVE))
    person.pilot.carry_on("plan 1")
    person.wait(20.0)
    assert (person.rows[0], person.told) == (("1", "asks"), "waits for a second person")
    person.tell(plan.StepRelease(plan="plan 1", step=1, go_on=goes_on))
    person.wait(0.2)
    assert person.states[0] == ("done" if goes_on else "failed")


def test_who_waits_for_a_second_person_may_give_the_step_up():
    person = Person((LOOK, MOVE))
    person.pilot.carry_on("plan 1")
    person.wait(5.0)
    assert person.offered.key == "give up step 1"
    assert person.key() == "step 1 failed" and person.told == "given up"
    assert person.said(plan.StepReport)[-1].state == "failed"


def test_who_flies_keeps_the_lease_that_resume_has_taken():
    person = Person((MOVE,))
    person.pilot.keeps_lease = False  # as at a console that has just been opened
    assert person.do("resume") == "" and person.pilot.keeps_lease
    assert person.fly() == ""


def test_what_is_left_of_an_interrupted_leg_is_offered_shown_and_armed_by_the_person_alone():
    person = Person((MOVE, WAIT))
    person.interruptions = [(3.0, "operator_hold")]
    person.fly()
    assert (person.states[0], person.offered.key) == ("interrupted", "plan rest of 1")
    assert person.told == "HOLD was pressed"
    assert person.wait(10.0).said(plan.ReplanRequest) == []
    assert person.do("resume") == "" and person.key() == ""
    (rest,) = person.said(plan.ReplanRequest)
    assert rest.remainder_of == "operator.1"
    assert person.pilot.shown.plan.certificate.plan_id == rest.plan_id
    assert person.wait(10.0).states[0] == "ready" and len(person.said(acts.ArmPlan)) == 1
    person.do("arm plan")
    assert person.wait(30.0).states[0] == "done"


def test_a_leg_of_which_nothing_is_left_is_done():
    person = Person((MOVE, WAIT))
    person.interruptions = [(3.0, "onboard_latch")]
    person.fly()
    person.do("resume")
    person.no_plan = ("no_remainder", "")
    assert person.key() == "" and person.states[0] == "done"


def test_a_leg_that_cannot_be_planned_tells_why_and_is_planned_again_by_the_key():
    person = Person((MOVE,))
    figures = "joint 2 is at 0 deg, the plan begins at 10 deg"
    person.no_plan = ("starts_elsewhere", figures)
    told = f"{cause(Reason.STARTS_ELSEWHERE)}: {figures}; {cure(Reason.STARTS_ELSEWHERE)}"
    assert person.key() == "step 1 failed" and person.told == told
    person.no_plan = None
    assert person.key() == "" and person.states == ["ready"]


def test_the_start_of_a_plan_is_told_to_the_planner_with_its_first_moves_alone():
    person = Person((MOVE, WAIT, MOVE), start=(0.0,) * 6)
    person.fly(), person.key(), person.fly()
    assert [asked.start for asked in person.said(plan.PlanRequest)] == [(0.0,) * 6, None]


def test_a_plan_that_is_ready_may_not_be_armed_once_the_person_has_turned_to_another():
    person = Person((MOVE,), (WAIT,))
    person.key(), person.key("plan 2")
    assert person.states == ["to do"]
    assert person.do("arm plan") == "there is no plan to arm: ask for one"


def test_an_arm_that_is_not_confirmed_at_rest_leaves_its_leg_interrupted():
    person = Person((MOVE, WAIT))
    person.key()
    person.settles = False
    assert person.do("arm plan") == ""
    assert person.wait(60.0).states[0] == "interrupted" and "not confirmed at rest" in person.told


def test_the_key_changes_nothing_while_a_leg_is_flown():
    person = Person((MOVE, WAIT))
    person.key()
    person.do("arm plan")
    assert person.wait(3.0).offered.key == ""
    assert person.key() == "step 1 waits for its end in telemetry" and person.states[0] == "doing"


def test_by_hand_a_step_is_done_when_the_person_says_so_and_the_arm_rests():
    person = Person((BY_HAND, MOVE))
    assert person.key() == "" and person.offered.key == "step 1 is done"
    assert person.wait(30.0).states[0] == "doing"
    assert person.key() == "" and person.states[0] == "done"


def test_a_plan_with_a_step_that_no_spacecraft_carries_out_is_refused_before_it_begins():
    touch = ContactTable(pair=("a", "b"), to_m=(0.0,) * 3, corridor_m=0.1, speed_m_s=0.01, force_n=5.0)
    person = Person((MOVE, StepTable(contact=touch)))
    assert person.key().startswith("step 2, contact: the spacecraft carries out no contact")
    assert person.said(plan.PlanRequest) == []


def test_without_the_lease_no_step_begins():
    person = Person((WAIT,))
    person.pilot.press("leave")
    assert person.wait(1.0).pilot.shown.pending.waits_for == "the lease to end"
    person.tell(acts.Lease(holder="", until_ns=0))
    assert person.done() == "" and person.key() == line(Reason.NOT_HOLDER) and person.states == ["to do"]


def test_done_is_said_of_a_step_once_it_is_done_and_not_once_it_was_asked_for():
    person = Person((MOVE, STILL))
    person.key()
    assert person.came_to == "step 1 is ready: watch it in the scene, then arm it"
    person.do("arm plan")
    assert person.came_to.startswith("armed") and person.wait(0.1).states[0] == "doing"
    person.wait(0.1).run(until=lambda: "doing" not in person.states)
    person.key()
    assert (person.came_to, person.states) == ("", ["done", "done"])


def test_a_disarming_is_done_once_the_arm_has_stopped():
    person = Person((MOVE,))
    person.key(), person.do("arm plan")
    person.pilot.press("disarm")
    assert person.wait(0.5).pilot.shown.pending.waits_for == "rest at r in telemetry"
    assert person.done() == "" and person.state == "rest"


def test_an_act_that_hold_has_ended_was_neither_done_nor_refused():
    person = Person((MOVE,))
    person.pilot.carry_on("plan 1")
    person.pilot.hold()
    assert (person.came_to, person.pilot.shown.pending.refused) == ("ended by HOLD", "")


def test_what_was_armed_is_no_longer_told_as_armed_once_the_gate_has_ended_it():
    person = Person((MOVE,))
    person.key(), person.do("arm plan")
    assert person.wait(0.5).came_to.startswith("armed")
    person.pilot.hold()
    assert person.wait(0.5).state not in ARMED and person.came_to == "was armed, and that is over"


@pytest.mark.parametrize("is_granted", [True, False])
def test_the_lease_is_renewed_until_it_is_refused_once(is_granted):
    seat = Seat(())
    seat.pilot.keeps_lease = True
    reply = acts.ActReply(act="LeaseRequest", accepted=is_granted, reason="", detail="", to="operator")
    seat.receive(reply, "gate", 0)
    assert seat.pilot.keeps_lease is is_granted
