"""A person asks for a motion before a fake gate and planner: what is asked, shown, and may be armed."""

import math

import msgspec
import pytest
from test_person_plans import Person

from ground.operator.person.motion_acts import ASKED, AskJog, AskJointJog, AskMotion
from ground.operator.person.motion_answer import joint_peaks
from predictor.model.kinematics import tool_pose
from telemetry.agreed.reasons import Reason, line
from telemetry.messages import acts, plan, prediction
from telemetry.messages.fixture import Fixture, FixtureRequest
from telemetry.plan.move_table import MoveTable
from telemetry.plan.step_table import StepTable
from tests.ground.operator import fake_gate
from tests.ground.operator.fake_gate import FakeGate
from tests.nominal_run import MODEL

GOAL = MoveTable(to_deg=(10.0,) * 6)


class Asking(Person):
    """A person who asks for motions."""

    def ask(self, act):
        self.pilot.ask_motion(act)
        return self.done()

    @property
    def motion(self):
        return self.pilot.shown.motion


def test_an_asked_motion_is_planned_shown_armed_and_flown():
    person = Asking()
    assert person.ask(AskMotion((GOAL,))) == ""
    assert person.said(plan.PlanRequest)[-1].moves == (GOAL.move(),)
    assert (person.motion.state, person.motion.key) == ("ready", "plan step 1 anew")
    assert person.pilot.shown.plan is person.motion.ready and person.pilot.shown.arm_refusal == ""
    assert person.do("arm plan") == "" and person.wait(0.1).motion.state == "flying"
    person.wait(30.0)
    assert person.motion.state == "flown"


def test_what_an_interruption_leaves_of_an_asked_motion_is_planned_by_its_key():
    person = Asking()
    person.interruptions = [(3.0, "too_close")]
    assert person.ask(AskMotion((GOAL,))) + person.do("arm plan") == ""
    person.run(until=lambda: person.motion.state == "interrupted")
    assert person.motion.key == "plan rest of 1"
    person.do("resume")
    assert person.key(ASKED) == ""
    assert [asked.remainder_of for asked in person.said(plan.ReplanRequest)] == ["operator.1"]


def test_without_the_lease_a_motion_is_looked_at_and_not_armed():
    person = Asking()
    person.tell(acts.Lease(holder="console-2", until_ns=person.now_ns))
    assert person.ask(AskMotion((GOAL,))) == "" and person.motion.state == "ready"
    assert person.do("arm plan") == line(Reason.NOT_HOLDER) and person.said(acts.ArmPlan) == []
    assert person.do("lease") == ""
    assert person.do("arm plan") == person.motion.stale == line(Reason.OTHER_LEASE)
    assert person.ask(AskMotion((GOAL,))) + person.do("arm plan") == ""


def test_a_preview_of_another_world_or_another_pose_cannot_be_armed_and_says_so(monkeypatch):
    person = Asking()
    assert person.ask(AskMotion((GOAL,))) == ""
    monkeypatch.setattr(fake_gate, "WORLD", prediction.World(version=2, configuration=b"c"))
    assert person.do("arm plan") == person.motion.stale == line(Reason.WORLD_CHANGED)
    monkeypatch.undo()
    assert person.ask(AskMotion((GOAL,))) == ""
    monkeypatch.setattr(fake_gate, "REST", msgspec.structs.replace(fake_gate.REST, q=(0.1,) * 6))
    assert person.do("arm plan") == person.motion.stale == line(Reason.START_MISMATCH)
    assert person.said(acts.ArmPlan) == []


def test_whichever_was_planned_last_is_armed():
    person = Asking((StepTable(move=GOAL),))
    assert person.key() + person.ask(AskMotion((GOAL,))) == ""
    assert person.states == ["to do"] and person.pilot.shown.plan is person.motion.ready
    assert person.key() == "" and person.motion.state == "left"
    assert person.pilot.shown.plan.certificate.plan_id == "operator.3"


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ((), "at least one"),
        ((MoveTable(to_m=(math.nan, 0.0, 0.0)),), "move"),
        ((MoveTable(to_m=(1e9, 0.0, 0.0)),), "<= 100"),
        ((MoveTable(to_deg=(0.0,) * 6, duration_s=-1.0),), "> 0"),
        ((MoveTable(to_deg=(0.0,) * 6),) * 51, "<= 50"),
    ],
    ids=["none", "no number", "too far", "duration", "too many"],
)
def test_what_no_plan_file_could_hold_is_not_asked_for_and_says_so(moves, why):
    person = Asking()
    assert why in person.ask(AskMotion(moves))
    assert person.said(plan.PlanRequest) == [] and person.motion is None


def test_a_refusal_shows_why_and_what_to_do():
    person = Asking()
    person.no_plan = ("unreachable", "move 1: 0.4 m too far")
    assert "0.4 m too far" in person.ask(AskMotion((GOAL,)))
    assert person.motion.state == "refused" and "0.4 m too far" in person.motion.why_not
    assert person.motion.way_on == "choose a nearer pose or another attitude"


def test_a_jog_goes_by_its_step_along_the_axis_of_the_frame_that_is_named():
    person = Asking()
    assert person.ask(AskJog((0.0, 0.0, 1.0), 0.01)) == ""
    (move,) = person.said(plan.PlanRequest)[-1].moves
    R = tool_pose(MODEL.robot, (0.0,) * 6)[:3, :3]
    assert move.frame == "tool" and R @ move.p_base_tool == pytest.approx((0.0, 0.0, 0.01), abs=1e-12)
    assert person.ask(AskJog((1.0, 0.0, 0.0), 0.02, turns=True, frame="tool")) == ""
    (move,) = person.said(plan.PlanRequest)[-1].moves
    assert move.p_base_tool == (0.0, 0.0, 0.0)
    assert move.quat_base_tool == pytest.approx((math.cos(0.01), math.sin(0.01), 0.0, 0.0))


def test_a_jog_of_a_joint_names_the_joint():
    person = Asking()
    assert person.ask(AskJointJog("joint_3", math.radians(-2.0))) == ""
    (move,) = person.said(plan.PlanRequest)[-1].moves
    assert move.joints == ("joint_3",) and move.q == pytest.approx((math.radians(-2.0),))
    assert "did you mean 'joint_3'" in person.ask(AskJointJog("joint3", 0.1))


def test_what_the_planner_has_not_answered_yet_can_be_cancelled_and_tells_since_when():
    person = Asking()
    person.no_plan = ("planning_cancelled", "")
    person.hear = lambda message: isinstance(message, plan.PlanCancel) and FakeGate.hear(person, message)
    person.pilot.ask_motion(AskMotion((GOAL,)))
    asked_ns = person.wait(4.0).motion.asked_ns
    (waited,) = person.pilot.shown.planning
    assert waited.since_ns == pytest.approx(asked_ns, abs=fake_gate.STEP_NS)
    assert person.motion.state == "asked" and person.pilot.shown.pending.waits_for == "the planner"
    person.pilot.press("cancel planning")
    person.wait(0.2)
    assert [cancelled.plan_id for cancelled in person.said(plan.PlanCancel)] == [waited.name]
    person.tell(plan.PlanRefused(plan_id=waited.name, reason="planning_cancelled", detail=""))
    assert person.done() == "" and person.motion.state == "refused"
    assert person.do("cancel planning") == "nothing is being planned"


def test_a_motion_that_is_asked_too_fast_tells_the_shortest_and_one_act_takes_that():
    person = Asking()
    peaks = plan.FlownPeaks(speed=(9.0,) * 6, acceleration=(0.0,) * 6, jerk=(0.0,) * 6)
    refused = plan.PlanRefused(
        plan_id="operator.1", reason="duration_too_short", detail="", shortest=8.5, peaks=peaks
    )
    person.hear = lambda message: isinstance(message, plan.PlanRequest) and person.tell(refused)
    fast = msgspec.structs.replace(GOAL, duration_s=2.0)
    assert "ask for the shortest" in person.ask(AskMotion((fast,)))
    assert person.motion.shortest_s == 8.5
    assert [(row.joint, row.speed, row.is_beyond) for row in person.motion.peaks[:1]] == [
        ("joint 1", 9.0, True)
    ]
    assert person.motion.peaks[0].speed_max == MODEL.robot.limits.qd_max[0]
    del person.hear
    assert person.do("shortest") == ""
    assert person.said(plan.PlanRequest)[-1].moves == (GOAL.move(),)
    assert person.motion.state == "ready" and person.do("shortest") == "nothing was refused for its duration"


@pytest.mark.parametrize(("share", "is_beyond"), [(1.0 + 1e-12, False), (1.0001, True)])
def test_a_peak_at_its_limit_is_not_beyond_it(share, is_beyond):
    limits = MODEL.robot.limits
    at = (limits.qd_max, limits.qdd_max, limits.qddd_max)
    speed, acceleration, jerk = (tuple(share * limit for limit in row) for row in at)
    peaks = plan.FlownPeaks(speed=speed, acceleration=acceleration, jerk=jerk)
    assert {row.is_beyond for row in joint_peaks(peaks, MODEL.robot)} == {is_beyond}


def test_after_a_refusal_the_way_out_is_planned_by_itself_and_flown_by_its_key():
    person = Asking()
    assert person.pilot.shown.way_out is None
    person.refused = Reason.TOO_CLOSE
    person.wait(1.0)
    (asked,) = person.said(plan.PlanRequest)
    assert asked.leads_out and asked.moves == ()
    assert person.pilot.shown.way_out.ready.certificate.plan_id == asked.plan_id
    assert person.do("retreat") == ""
    assert [armed.plan_id for armed in person.said(acts.ArmPlan)] == [asked.plan_id]
    assert len(person.wait(1.0).said(plan.PlanRequest)) == 1


@pytest.mark.parametrize("why", ["no lease", "no refusal", "no verdict lets it fly"])
def test_there_is_no_way_out_where_there_is(why):
    person = Asking()
    if why == "no lease":
        person.pilot.press("leave")
        person.tell(acts.Lease(holder="", until_ns=person.now_ns))
    person.refused = "" if why == "no refusal" else Reason.TOO_CLOSE
    if why == "no verdict lets it fly":
        person.no_plan = ("no_way_out", "")
    person.wait(3.0)
    assert person.pilot.shown.way_out is None
    assert len(person.said(plan.PlanRequest)) == (why == "no verdict lets it fly")


def test_what_a_person_asks_for_comes_before_the_way_out_which_is_asked_for_again():
    person = Asking()
    person.hear = lambda message: None
    person.refused = Reason.TOO_CLOSE
    person.wait(0.2)
    (way_out,) = person.said(plan.PlanRequest)
    person.tell(plan.PlanRefused(plan_id=way_out.plan_id, reason="planning_cancelled", detail=""))
    person.pilot.ask_motion(AskMotion((GOAL,)))
    person.wait(1.0)
    assert [asked.leads_out for asked in person.said(plan.PlanRequest)] == [True, False]
    person.tell(fake_gate.plan_ready("operator.1"))
    person.wait(1.0)
    assert [asked.leads_out for asked in person.said(plan.PlanRequest)] == [True, False, True]


def test_a_fixture_is_asked_for_with_the_lease_alone_and_its_refusal_is_shown():
    person, request = Asking(), FixtureRequest(fixture_id="tube", start=(0.5, 0.0, 0.5), end=(0.5, 0.3, 0.5))
    person.pilot.ask_fixture(request)
    person.wait(0.5)
    assert person.said(FixtureRequest) == [request] and [
        each.name for each in person.pilot.shown.planning
    ] == ["tube"]
    made = Fixture(
        fixture_id="tube", kind="tube", configuration=b"c", world=1, reason="no_free_way", detail=""
    )
    person.tell(made)
    assert "no tube leads to the goal" in person.done()
    person.tell(acts.Lease(holder="console-2", until_ns=person.now_ns))
    person.pilot.ask_fixture(request)
    assert person.done() == line(Reason.NOT_HOLDER)
