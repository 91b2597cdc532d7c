"""Steps of a plan that are no moves, before a fake gate: verified, asked about, held at the end."""

from types import SimpleNamespace

import msgspec
import pytest

from ground.operator.act_tables import PlanTable
from ground.operator.part_words import part_text
from ground.operator.script.script import ScriptAct
from ground.operator.step_at_rest import carry_out_step
from telemetry.agreed.critical import operation_text
from telemetry.messages import acts, command, plan
from telemetry.messages.images import ImageStatus
from telemetry.messages.operations import (
    ArmCritical,
    BrakeOperation,
    FireCritical,
    GripperOperation,
    ModeOperation,
    Operate,
)
from telemetry.plan.move_table import MoveTable
from telemetry.plan.operation_table import BrakeTable, GripperTable, ModeTable, operation
from telemetry.plan.plan_table import NumberedStep, StepsTable
from telemetry.plan.step_table import (
    ContactTable,
    HoldPointTable,
    PicturesTable,
    SecureTable,
    StepTable,
    VerifyTable,
    WaitTable,
)
from tests.ground.operator.fake_gate import ROUND_TRIP_S, RUN, FakeGate

MOVE = StepTable(move=MoveTable(to_deg=(0.0,) * 6))
STILL = VerifyTable(quantity="speed_deg_s", joint="joint_2", within=(-0.1, 0.1), for_s=1.0)
AWAY = VerifyTable(quantity="angle_deg", joint="joint_2", within=(10.0, 20.0), timeout_s=2.0)
GRASP = StepTable(gripper=GripperTable(action="grasp", opening_m=0.04, force_n=20.0))
BRAKE = BrakeTable(action="apply", joint="joint_2")
TOUCH = ContactTable(pair=("a", "b"), to_m=(0.0,) * 3, corridor_m=0.1, speed_m_s=0.01, force_n=5.0)
LOOK = StepTable(hold_point=HoldPointTable(text="is the target at rest?", timeout_s=20.0))


class Flown(FakeGate):
    """A fake gate before steps, with a second person and cameras if there are any."""

    def __init__(self, *steps, answers=None, pictures=False, run=RUN):
        super().__init__(ScriptAct(plan=PlanTable(steps=steps)), run=run)
        self.answers, self.pictures = answers, pictures

    def hear(self, message):
        super().hear(message)
        if isinstance(message, plan.StepReport) and message.state == "asks" and self.answers is not None:
            answer = plan.StepRelease(plan=message.plan, step=message.step, go_on=self.answers)
            self.after(3.0, lambda: self.tell(answer))

    def tell_state(self):
        super().tell_state()
        if self.pictures:
            self.tell(picture(age_s=3.6))

    def reports(self):
        return [(told.step, told.kind, told.state) for told in self.said(plan.StepReport)]

    @property
    def done(self):
        return self.said(acts.ScriptDone)[0]


def picture(age_s):
    counts = {"received": 7, "mended": 0, "incomplete": 0}
    shares = {"whole": 1.0, "missing": 0.0, "agreement": None}
    return ImageStatus(camera="global", number=7, age=age_s, **counts, **shares)


def test_what_stands_between_moves_is_done_between_two_armings():
    gate = Flown(MOVE, StepTable(wait=WaitTable(for_s=5.0)), MOVE).run()
    first_s, second_s = gate.times(acts.ArmPlan)
    begun_s, done_s = gate.times(plan.StepReport)
    assert first_s < begun_s < done_s < second_s
    assert done_s - begun_s == pytest.approx(5.0, abs=0.1)
    assert [armed.plan_id for armed in gate.said(acts.ArmPlan)] == ["act-1.1.1", "act-1.3.1"]


def test_moves_that_follow_one_another_are_armed_as_one():
    gate = Flown(MOVE, MOVE, StepTable(wait=WaitTable(for_s=1.0))).run()
    assert [len(asked.moves) for asked in gate.said(plan.PlanRequest)] == [2]
    assert gate.done.completed


def test_a_figure_in_its_range_lets_the_plan_go_on():
    gate = Flown(StepTable(verify=STILL), MOVE).run()
    assert gate.reports() == [(1, "verify", "begun"), (1, "verify", "done")]
    assert gate.done.completed


def test_a_figure_outside_its_range_ends_the_plan_with_the_figure():
    gate = Flown(MOVE, StepTable(verify=AWAY), MOVE).run()
    assert gate.reports()[-1] == (2, "verify", "failed")
    assert "step 2, verify: joint_2 angle_deg 0, asked 10 .. 20" in gate.done.detail
    assert len(gate.said(acts.ArmPlan)) == 1 and not gate.done.completed


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_failed_verification_that_asks_is_a_second_persons_to_decide(goes_on):
    asks = msgspec.structs.replace(AWAY, on_fail="ask")
    gate = Flown(StepTable(verify=asks), MOVE, answers=goes_on).run()
    assert [state for _, _, state in gate.reports()] == ["begun", "asks", "done" if goes_on else "failed"]
    assert len(gate.said(acts.ArmPlan)) == int(goes_on)
    assert gate.done.completed == goes_on


def test_nobody_passes_a_hold_point_alone():
    gate = Flown(LOOK, MOVE).run()
    assert gate.said(acts.ArmPlan) == []
    assert "nobody let it go on in 20 s" in gate.done.detail


def test_a_second_person_lets_the_plan_go_on_at_a_hold_point():
    gate = Flown(LOOK, MOVE, answers=True).run()
    assert gate.said(plan.StepReport)[1].detail == "is the target at rest?"
    assert len(gate.said(acts.ArmPlan)) == 1


def test_pictures_are_those_taken_after_the_step_began():
    gate = Flown(StepTable(pictures=PicturesTable()), MOVE, pictures=True).run()
    begun_s, done_s = gate.times(plan.StepReport)
    assert done_s - begun_s == pytest.approx(3.6, abs=0.11)
    assert gate.said(plan.StepReport)[-1].detail == "global 7"


def test_a_run_without_cameras_says_that_there_are_no_pictures():
    gate = Flown(StepTable(pictures=PicturesTable(timeout_s=1.0)), MOVE).run()
    assert "no cameras" in gate.said(plan.StepReport)[-1].detail
    assert gate.done.completed


def test_a_camera_that_gives_no_picture_ends_the_plan():
    wanted = PicturesTable(cameras=("hand_eye_a",), timeout_s=1.0)
    gate = Flown(StepTable(pictures=wanted), pictures=True).run()
    assert "no whole picture of hand_eye_a" in gate.done.detail


def test_a_contact_step_is_refused_before_anything_is_armed():
    gate = Flown(MOVE, StepTable(contact=TOUCH)).run()
    assert gate.done.detail.startswith("act 1: step 2, contact: the spacecraft carries out no contact")
    assert gate.said(acts.ArmPlan) == []


def test_a_step_that_no_spacecraft_carries_out_is_never_done():
    with pytest.raises(StopIteration) as went:
        next(carry_out_step(SimpleNamespace(client=None), TOUCH, None))
    assert went.value.value.failure.startswith("the spacecraft carries out no contact")


def test_a_grasp_is_armed_and_fired_by_what_was_shown_and_the_plan_waits_for_its_end():
    gate = Flown(GRASP, MOVE).run()
    (armed,), (fired,) = gate.said(ArmCritical), gate.said(FireCritical)
    assert armed.operation == GripperOperation(action="grasp", opening=0.04, force=20.0)
    assert (fired.operation, fired.digest, fired.seq) == (armed.operation, b"shown", armed.seq)
    assert gate.times(acts.ArmPlan)[0] > gate.times(FireCritical)[0] + ROUND_TRIP_S
    assert gate.done.completed


def test_what_is_not_critical_is_given_by_one_act():
    gate = Flown(StepTable(mode=ModeTable(action="safe")), StepTable(brake=BRAKE)).run()
    wanted = [ModeOperation(action="safe"), BrakeOperation(action="apply", joint=1)]
    assert [given.operation for given in gate.said(Operate)] == wanted
    assert gate.said(ArmCritical) == [] and gate.done.completed


def test_an_arming_that_ends_before_it_is_fired_ends_the_plan_with_its_reason():
    gate = Flown(GRASP, MOVE)
    gate.ends_operations = "operator_hold"
    gate.run()
    assert "step 1, gripper: grasp at 40 mm, 20 N: " in gate.done.detail
    assert gate.said(FireCritical) == gate.said(acts.ArmPlan) == []


def test_where_two_persons_are_asked_for_a_script_arms_and_fires_nothing():
    commanding = msgspec.structs.replace(RUN.commanding, two_person=True)
    gate = Flown(GRASP, run=msgspec.structs.replace(RUN, commanding=commanding)).run(limit_s=20.0)
    assert len(gate.said(ArmCritical)) == 1 and gate.said(FireCritical) == []


def test_a_pass_ends_held_with_its_latch_confirmed_and_nothing_is_resumed():
    gate = Flown(MOVE, StepTable(secure=SecureTable())).run()
    (held_s,) = gate.times(command.HoldCommand)
    assert gate.done.completed and gate.latched
    assert gate.times(acts.ScriptDone)[0] >= held_s + 7.0
    assert "safe and held, confirmed" in gate.said(plan.StepReport)[-1].detail
    assert all(at_s < held_s for at_s in gate.times(acts.ResumeAct))


def test_nothing_comes_after_the_end_of_a_pass():
    with pytest.raises(ValueError, match="must be the last step"):
        StepsTable(steps=(StepTable(secure=SecureTable()), MOVE))


def test_a_step_of_a_plan_reads_as_its_command_does_with_the_joint_by_its_name():
    brake = NumberedStep(2, "brake", BRAKE)
    grasp = NumberedStep(3, "gripper", GRASP.gripper)
    asked = operation(GRASP.gripper, ())
    assert part_text(brake) == "apply the brake of joint_2" and part_text(grasp) == operation_text(asked)
