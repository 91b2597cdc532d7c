"""The scripted operator before a fake gate: resume, arm, watch, roll-back, engage again, back off."""

from itertools import pairwise

import msgspec
import numpy as np
import pytest

from ground.operator.act_tables import PlanTable
from ground.operator.client import NO_PLANNER, PLANNING_S
from ground.operator.script.script import HoldTable, ScriptAct
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import NS_PER_S as S
from telemetry.messages import acts, command, handle, plan
from telemetry.messages.fixture import Fixtures
from telemetry.plan.move_table import MoveTable
from telemetry.plan.step_table import WaitTable
from telemetry.plan.teleop_table import StrokeTable, TeleopTable
from tests.ground.operator.fake_gate import ROUND_TRIP_S, RUN, FakeGate

PLAN = ScriptAct(plan=PlanTable(moves=(MoveTable(to_deg=(0.0,) * 6),), attempts=3))
STEER = StrokeTable(direction=(0.0, 0.0, -1.0), displacement_m=0.05, until="rolled_back", for_s=8.0)
BACK_OFF = StrokeTable(direction=(0.0, 0.0, 1.0), displacement_m=0.05, until="clear", clear_m=0.1, for_s=5.0)
TELEOP = ScriptAct(teleop=TeleopTable(strokes=(STEER, BACK_OFF), attempts=3))


def test_operator_beats_at_20_hz_and_renews_the_lease_every_3_s():
    gate = FakeGate(ScriptAct(wait=WaitTable(for_s=60.0))).run(30.0)
    assert len(gate.times(acts.OperatorBeat)) == 600
    assert gate.times(acts.LeaseRequest) == pytest.approx([3.0 * k for k in range(10)])


def test_a_plan_is_asked_for_early_and_armed_when_the_spacecraft_is_resumed_and_quiet():
    gate = FakeGate(PLAN).run()
    (asked_s,), (resumed_s,), (armed_s,) = (
        gate.times(k) for k in (plan.PlanRequest, acts.ResumeAct, acts.ArmPlan)
    )
    assert asked_s < resumed_s + 1.0
    assert armed_s >= resumed_s + ROUND_TRIP_S + 1.0
    assert gate.said(acts.ScriptDone)[0].completed


def test_the_script_is_done_only_when_the_arm_is_confirmed_at_rest():
    gate = FakeGate(PLAN).run()
    (armed_s,), (done_s,) = gate.times(acts.ArmPlan), gate.times(acts.ScriptDone)
    assert done_s >= armed_s + 6.0 + 9.0


def test_an_unanswered_resume_is_repeated_after_one_round_trip_and_a_second():
    gate = FakeGate(PLAN)
    gate.ignored_resumes = 2
    times = gate.run().times(acts.ResumeAct)
    assert len(times) == 3
    assert min(np.diff(times)) >= ROUND_TRIP_S + 1.0


def test_a_refused_arming_is_tried_again_but_never_hammered():
    gate = FakeGate(PLAN)
    gate.refusals = ["not_quiet", "predictor_silent"]
    times = gate.run().times(acts.ArmPlan)
    assert len(times) == 3
    assert min(np.diff(times)) >= 0.5
    assert gate.said(acts.ScriptDone)[0].completed


@pytest.mark.parametrize("outdated", [Reason.OTHER_LEASE, Reason.WORLD_CHANGED, Reason.START_MISMATCH])
def test_a_plan_that_does_not_count_any_more_is_planned_again_before_it_is_armed(outdated):
    gate = FakeGate(PLAN)
    gate.refusals = [outdated]
    gate.run()
    assert len({armed.plan_id for armed in gate.said(acts.ArmPlan)}) == 2
    assert len(gate.said(plan.PlanRequest)) == 2 and gate.said(acts.ScriptDone)[0].completed


def test_an_interrupted_plan_is_resumed_and_its_remainder_armed():
    gate = FakeGate(PLAN)
    gate.interruptions = [(3.0, "onboard_latch")]
    gate.run()
    (replan,) = gate.said(plan.ReplanRequest)
    assert [message.plan_id for message in gate.said(acts.ArmPlan)] == ["act-1.1", replan.plan_id]
    assert replan.remainder_of == "act-1.1"
    assert len(gate.said(acts.ResumeAct)) == 2
    assert gate.said(acts.ScriptDone)[0].completed


def test_a_latch_reported_after_the_last_release_is_an_interruption_too():
    gate = FakeGate(PLAN)
    gate.interruptions = [(10.0, "onboard_latch")]
    gate.run()
    assert len(gate.said(plan.ReplanRequest)) == 1
    assert gate.said(acts.ScriptDone)[0].completed


def test_a_plan_that_is_interrupted_too_often_fails_for_good():
    gate = FakeGate(PLAN, ScriptAct(wait=WaitTable(for_s=1.0)))
    gate.interruptions = [(3.0, "verdict_missing")] * 3
    (done,) = gate.run().said(acts.ScriptDone)
    assert not done.completed
    assert (done.acts_done, "verdict_missing" in done.detail) == (0, True)


class DyingPlanner(FakeGate):
    """The planner tells its fixtures every second, until it dies of its first request; None: for good."""

    def __init__(self, *script, back_s):
        super().__init__(*script)
        self.back_s, self.died_s = back_s, None

    def tell_state(self):
        super().tell_state()
        is_back = self.died_s is not None and self.back_s and self.now_s >= self.died_s + self.back_s
        if self.now_ns % S == 0 and (self.died_s is None or is_back):
            self.tell(Fixtures(fixtures=(), begun_ns=round((self.died_s or 0.0) * S)))

    def hear(self, message):
        if isinstance(message, plan.PlanRequest) and self.died_s is None:
            self.died_s = self.now_s
        else:
            super().hear(message)


@pytest.mark.parametrize("back_s", [0.5, 6.0, 20.0])  # at once; while the arm comes to rest; much later
def test_a_planner_that_died_while_it_was_asked_is_asked_again_as_soon_as_it_is_heard_again(back_s):
    gate = DyingPlanner(PLAN, back_s=back_s).run()
    first_s, again_s = gate.times(plan.PlanRequest)
    assert again_s - first_s <= max(back_s, ROUND_TRIP_S) + 5.0
    assert gate.said(acts.ScriptDone)[0].completed


def test_a_planner_that_stays_dead_ends_the_script_with_its_line():
    gate = DyingPlanner(PLAN, back_s=None).run()
    (done,) = gate.said(acts.ScriptDone)
    assert not done.completed and f"no plan: {NO_PLANNER}" in done.detail
    assert gate.now_s - gate.died_s < PLANNING_S + 10.0


def has_to_be_refused(reason):
    return ScriptAct(plan=PlanTable(moves=PLAN.plan.moves, refused=reason))


def test_a_plan_that_had_to_be_refused_and_was_not_fails_and_is_never_armed():
    gate = FakeGate(has_to_be_refused("plan_collision"))
    (done,) = gate.run().said(acts.ScriptDone)
    assert not done.completed and "had to be refused" in done.detail
    assert gate.said(acts.ArmPlan) == []


def test_a_plan_may_only_have_to_be_refused_for_a_reason_that_there_is():
    with pytest.raises(ValueError, match="did you mean 'plan_collision'"):
        has_to_be_refused("plan_colision")


def test_nothing_is_begun_between_a_window_closing_hold_and_the_next_window():
    gate = FakeGate(PLAN, gap_s=(20.0, 40.0))
    gate.interruptions = [(3.0, "window_closing")]
    gate.run()
    begun = gate.times(acts.ArmPlan) + gate.times(plan.ReplanRequest) + gate.times(acts.ResumeAct)
    assert not [at_s for at_s in begun if 13.5 < at_s < 40.0]
    assert gate.said(acts.ScriptDone)[0].completed


def test_a_roll_back_is_followed_by_release_press_engagement_and_back_off():
    gate = FakeGate(TELEOP).run()
    hands = [(intent.dead_man, round(intent.p_handle[2], 3)) for intent in gate.said(handle.HandIntent)]
    rolled = hands.index((True, -0.05))
    backed = hands.index((True, 0.05))
    assert (False, 0.0) in hands[rolled:backed]
    assert len(gate.said(acts.ArmTeleop)) == 2
    assert gate.said(acts.ScriptDone)[0].completed


def test_a_stroke_that_is_never_rolled_back_ends_by_its_time_limit():
    gate = FakeGate(TELEOP, rolls_back=False).run()
    said = [(t, i) for t, i in gate.log if isinstance(i, handle.HandIntent) and i.dead_man]
    at_s = {round(i.p_handle[2], 3): t for t, i in reversed(said)}  # when each was first said
    assert STEER.for_s <= at_s[0.05] - at_s[-0.05] < STEER.for_s + 3.0
    assert len(gate.said(acts.ArmTeleop)) == 1
    assert gate.said(acts.ScriptDone)[0].completed


def test_hold_is_pressed_in_mid_plan_and_the_plan_finished_afterwards():
    gate = FakeGate(ScriptAct(plan=PlanTable(moves=PLAN.plan.moves, hold_at_s=2.0))).run()
    (held_s,) = gate.times(command.HoldCommand)
    assert held_s == pytest.approx(gate.times(acts.ArmPlan)[0] + 2.0, abs=0.3)
    assert len(gate.said(acts.ArmPlan)) == 2


def test_the_act_hold_ends_at_rest_without_latch():
    gate = FakeGate(ScriptAct(hold=HoldTable())).run()
    assert len(gate.said(command.HoldCommand)) == 1
    assert gate.state == "rest"
    assert not gate.latched


def test_an_arm_that_never_settles_ends_the_script_as_not_completed():
    gate = FakeGate(PLAN, settles=False)
    (done,) = gate.run().said(acts.ScriptDone)
    assert not done.completed
    assert "not confirmed" in done.detail


def test_one_seed_gives_one_operator():
    assert FakeGate(PLAN, TELEOP, seed=4).run().log == FakeGate(PLAN, TELEOP, seed=4).run().log
    assert FakeGate(PLAN, TELEOP, seed=4).run().log != FakeGate(PLAN, TELEOP, seed=5).run().log


@pytest.mark.parametrize("period_s", [0.25, 2.0])
def test_the_hand_waits_until_the_first_set_point_has_indexed_the_handle(period_s):
    gate = FakeGate(TELEOP, run=at_period(period_s)).run()
    armed_s = gate.times(acts.ArmTeleop)[0]
    pushed_s = [at_s for at_s, said in gate.log if isinstance(said, handle.HandIntent) and any(said.p_handle)]
    assert pushed_s[0] >= armed_s + 2 * period_s


def at_period(period_s):
    commanding = msgspec.structs.replace(RUN.commanding, period_s=period_s)
    return msgspec.structs.replace(RUN, commanding=commanding)


def test_a_pressed_dead_man_is_said_again_before_the_handle_forgets_it():
    gate = FakeGate(TELEOP, rolls_back=False).run()
    said = [(at_s, hand) for at_s, hand in gate.log if isinstance(hand, handle.HandIntent)]
    gaps = [b_s - a_s for (a_s, a), (b_s, _) in pairwise(said) if a.dead_man]
    assert max(gaps) * S <= DEAD_MAN_NS / 2
    assert all(hand.at_ns == round(at_s * S) for at_s, hand in said)
