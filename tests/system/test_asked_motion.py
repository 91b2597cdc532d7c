"""A person asks for motions at a console, in virtual time: refused, stale, cancelled, saved, flown."""

import math

import numpy as np
import pytest
from console_person import CENTRE, at_console

from ground.console.facts.settings import ConsoleSettings
from ground.faults.space_faults import JointLocked
from ground.operator.person.motion_acts import (
    ASKED,
    AskFixture,
    AskJog,
    AskJointJog,
    AskMotion,
    OpenPlan,
    SavePlan,
)
from ground.rehearsal.roles import for_person, roles
from ground.scenario.scenario import run_settings
from predictor.model.kinematics import tool_pose
from predictor.run_model import read_model
from telemetry.agreed.reasons import Reason, line
from telemetry.agreed.run_settings import NS_PER_S as S
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.drive.virtual_time import Timing
from telemetry.messages.acts import ArmPlan
from telemetry.messages.command import Motion
from telemetry.messages.fixture import FixtureRequest
from telemetry.messages.plan import PlanReady
from telemetry.plan.move_table import MoveTable
from tests.short_flights import planned_a_little, replace, steered_into_the_target
from tests.system.test_person_flies import UP

SEARCH_S = 0.5  # that a search of the planner takes
NANOMETRE = 1e-9
DOWN = (0.0, 0.0, -0.06)


class Run:
    """A run with a person at each of two consoles; `came` has what acts came to, by name."""

    def __init__(self, scenario, procedure, *, onlooker=lambda window, came: iter(()), plans=""):
        self.run, self.came = run_settings(scenario, seed=1, run_id="test"), {}
        self.robot = read_model(self.run).robot
        self.heard = []
        consoles = [
            at_console(ConsoleSettings(run=self.run, participant=name, flies=True, plans=str(plans)))
            for name in ("console", "console-2")
        ]
        self.driver = UncodedTime(
            [*roles(scenario, self.run, operator="person"), *consoles],
            seed=1,
            timing=Timing(work_ns=round(SEARCH_S * S)),
            observe=lambda at_ns, role, message: self.heard.append((role, message)),
        )
        for name, steps in (("console", procedure), ("console-2", onlooker)):
            self.driver.role(name).steps = steps(self.driver.role(name).window, self.came)
        self.driver.run(until_ns=150 * S, finished=lambda: "done" in self.came)

    def received(self, role, kind):
        return [message for who, message in self.heard if who == role and isinstance(message, kind)]

    def tool(self, q):
        return tool_pose(self.robot, q)


def pilot(window):
    return window.snapshot.pilot


def rests_at(window):
    return window.snapshot.authority.gate.value.last.q


def ask(window, act):
    """Ask, and wait for the answer; returns why it was refused, or empty."""
    window.handover.act(act)
    return (yield from window._done())


def ready(window, came):
    came["lease"] = yield from window.do("lease")
    came["resume"] = yield from window.do("resume")
    yield from window.pause(1.5)


def flown(window, came, name):
    """Arm what is ready, and wait for its end."""
    came[f"{name} armed"] = yield from window.do("arm plan")
    yield from window.until(lambda: pilot(window).motion.state in ("flown", "interrupted"))


def refusals(window, came):
    moves = {
        "out of reach": MoveTable(to_m=(3.0, 0.0, 0.0)),
        "into a body": MoveTable(to_deg=(0.0, -135.0, -110.0, 0.0, -47.0, 0.0)),
        "too fast": MoveTable(to_deg=(5.0, -95.0, -85.0, 0.0, 0.0, 0.0), duration_s=1.0),
    }
    for name, move in moves.items():
        came[name] = yield from ask(window, AskMotion((move,)))
        came[f"{name}: answer"] = pilot(window).motion
    came["arm what was refused"] = yield from window.do("arm plan")


def the_shortest(window, came):
    came["shortest"] = yield from window.do("shortest")
    came["shortest: answer"] = pilot(window).motion
    yield from flown(window, came, "shortest")
    came["after the shortest"] = rests_at(window)


def jogs(window, came):
    steps = {
        "jog": AskJog((0.0, 0.0, 1.0), 0.01),
        "turn": AskJog((0.0, 0.0, 1.0), math.radians(3.0), turns=True),
        "joint": AskJointJog("joint_1", math.radians(2.0)),
    }
    for name, act in steps.items():
        came[f"before {name}"] = rests_at(window)
        came[name] = yield from ask(window, act)
        yield from flown(window, came, name)
        came[f"after {name}"] = rests_at(window)


def tube(window, came):
    """Between two points that were picked."""
    picked = FixtureRequest(fixture_id="picked", start=(1.2, 0.3, 1.1), end=(1.2, 0.1, 1.1), radius=0.03)
    came["tube"] = yield from ask(window, AskFixture(picked))
    came["tubes"] = [shown.fixture for shown in window.snapshot.fixtures.shown]
    came["tube gone"] = yield from ask(window, AskFixture(FixtureRequest(fixture_id="picked", kind="none")))
    yield from window.until(lambda: not window.snapshot.fixtures.shown)


def saved(window, came):
    came["save"] = yield from ask(window, SavePlan("a way"))
    came["open"] = yield from ask(window, OpenPlan("a way"))
    came["saved"] = pilot(window).saved
    came["plan of the file"] = yield from window.plan("file a way")
    came["file armed"] = yield from window.do("arm plan")
    yield from window.until(lambda: pilot(window).offers[-1].rows[0].state == "done")
    came["open nothing"] = yield from ask(window, OpenPlan("../a way"))


def cancelled(window, came):
    window.handover.act(AskMotion((MoveTable(to_deg=(20.0, -100.0, -80.0, 0.0, 0.0, 0.0)),)))
    yield from window.pause(0.2)
    came["asked"] = (pilot(window).motion.state, [each.name for each in pilot(window).planning])
    came["cancel"] = yield from window.do("cancel planning")
    yield from window.pause(2.0 * SEARCH_S)
    came["cancelled"] = pilot(window).motion
    came["arm what was cancelled"] = yield from window.do("arm plan")


def stale(window, came):
    came["preview"] = yield from ask(window, AskJointJog("joint_1", 0.02))
    window.dead_man = True
    came["hand"] = yield from window.do("arm hand")
    yield from window.until(lambda: window.state == "teleop")
    window.p = UP
    yield from window.pause(3.0)
    window.p, window.dead_man = CENTRE, False
    yield from window.until(lambda: window.state == "rest")
    came["arm what is stale"] = yield from window.do("arm plan")
    came["stale"] = pilot(window).motion


def person(window, came):
    yield from ready(window, came)
    for part in (refusals, the_shortest, jogs, tube, saved, cancelled, stale):
        yield from part(window, came)
    came["done"] = True


def onlooker(window, came):
    """Asks without the lease, sees the answer, and can arm nothing."""
    yield from window.until(lambda: "too fast: answer" in came)
    came["other asks"] = yield from ask(window, AskJointJog("joint_1", 0.02))
    came["other: answer"] = pilot(window).motion
    came["other arms"] = yield from window.do("arm plan")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run") / "plans"
    return Run(for_person(planned_a_little()), person, onlooker=onlooker, plans=folder)


def test_a_goal_out_of_reach_is_refused_with_how_far_and_what_to_do(run):
    answer = run.came["out of reach: answer"]
    assert (answer.state, answer.refused.reason) == ("refused", Reason.UNREACHABLE)
    assert "it is out of reach by 922 mm" in answer.why_not
    assert answer.way_on == "choose a nearer pose or another attitude"


def test_a_goal_in_a_body_is_refused_with_the_pair_the_millimetres_and_a_safe_goal_near_it(run):
    answer = run.came["into a body: answer"]
    assert answer.refused.reason == Reason.PLAN_COLLISION
    assert "hand and target_bus -23 mm apart, 30 mm needed; near it is safe: joint_2" in answer.why_not


def test_a_motion_that_is_too_fast_tells_the_shortest_and_the_peaks_and_one_act_flies_the_shortest(run):
    fast, shortest = run.came["too fast: answer"], run.came["shortest: answer"]
    assert fast.shortest_s == shortest.ready.duration == 4.25
    assert [row.is_beyond for row in fast.peaks] == [True] * 3 + [False] * 3
    assert fast.peaks[0].speed == pytest.approx(4.25 / 1.0 * shortest.peaks[0].speed)
    assert not any(row.is_beyond for row in shortest.peaks)
    assert run.came["shortest"] == run.came["shortest armed"] == ""
    assert run.came["after the shortest"] == pytest.approx(np.radians((5.0, -95.0, -85.0, 0.0, 0.0, 0.0)))


def test_what_was_refused_cancelled_or_is_stale_is_not_armed_and_says_why(run):
    assert run.came["arm what was refused"] == run.came["arm what was cancelled"]
    assert run.came["arm what was cancelled"] == "there is no plan to arm: ask for one"
    assert (run.came["preview"], run.came["hand"]) == ("", "")
    assert run.came["arm what is stale"] == run.came["stale"].stale == line(Reason.START_MISMATCH)


def test_a_preview_without_the_lease_is_seen_by_its_asker_alone_and_never_armed(run):
    answer = run.came["other: answer"]
    assert (run.came["other asks"], answer.state) == ("", "ready")
    assert run.came["other arms"] == line(Reason.NOT_HOLDER)
    previewed = answer.ready.certificate.plan_id
    announced = {ready.certificate.plan_id for ready in run.received("gate", PlanReady)}
    seen = {ready.certificate.plan_id for ready in run.received("console", PlanReady)}
    assert previewed not in announced | seen
    assert previewed not in {armed.plan_id for armed in run.received("gate", ArmPlan)}


def test_a_jog_goes_by_its_step_along_the_axis_and_no_other_way(run):
    before, after = (run.tool(run.came[f"{when} jog"]) for when in ("before", "after"))
    assert after[:3, 3] - before[:3, 3] == pytest.approx((0.0, 0.0, 0.01), abs=NANOMETRE)
    assert after[:3, :3] == pytest.approx(before[:3, :3], abs=NANOMETRE)


def test_a_jog_that_turns_turns_by_its_step_and_the_tool_stays(run):
    before, after = (run.tool(run.came[f"{when} turn"]) for when in ("before", "after"))
    c, s = math.cos(math.radians(3.0)), math.sin(math.radians(3.0))
    assert after[:3, :3] @ before[:3, :3].T == pytest.approx(
        np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]), abs=NANOMETRE
    )
    assert after[:3, 3] == pytest.approx(before[:3, 3], abs=NANOMETRE)


def test_a_jog_of_a_joint_moves_that_joint_alone(run):
    moved = np.subtract(run.came["after joint"], run.came["before joint"])
    assert moved == pytest.approx((math.radians(2.0), 0.0, 0.0, 0.0, 0.0, 0.0), abs=1e-9)


def test_a_tube_is_made_between_two_points_and_taken_away(run):
    (made,) = run.came["tubes"]
    assert (run.came["tube"], run.came["tube gone"], made.kind, made.radius) == ("", "", "tube", 0.03)
    assert [bend.point for bend in made.bends] == [(1.2, 0.3, 1.1), (1.2, 0.1, 1.1)]


def test_a_plan_is_saved_opened_planned_anew_and_flown_and_no_name_leads_out(run):
    acts = ("save", "open", "plan of the file", "file armed")
    assert {run.came[act] for act in acts} == {""} and run.came["saved"] == ("a way",)
    assert "is no name of a plan" in run.came["open nothing"]


def test_a_search_that_was_cancelled_tells_so_and_is_never_announced(run):
    state, waited = run.came["asked"]
    assert (state, run.came["cancel"], len(waited)) == ("asked", "", 1)
    assert run.came["cancelled"].refused.reason == Reason.PLANNING_CANCELLED
    assert waited[0] not in {ready.certificate.plan_id for ready in run.received("gate", PlanReady)}


def led_out(window, came):
    """Steer into the target, be rolled back, and fly the way out that is shown."""
    yield from ready(window, came)
    window.dead_man = True
    came["hand"] = yield from window.do("arm hand")
    yield from window.until(lambda: window.state == "teleop")
    came["before"] = pilot(window).way_out
    window.p = DOWN
    yield from window.until(lambda: window.snapshot.authority.gate.value.ended_by)
    window.p, window.dead_man = CENTRE, False
    yield from window.until(lambda: pilot(window).way_out is not None)
    came["way out"], came["near"] = pilot(window).way_out, window.snapshot.collision.state.value
    came["flown out"] = yield from window.do("retreat")
    yield from window.until(lambda: window.state == "plan")
    yield from window.until(lambda: window.state == "rest")
    yield from window.pause(2.0)
    came["clear"], came["after"] = window.snapshot.collision.state.value, pilot(window).way_out
    came["done"] = True


def test_after_a_refusal_a_certified_way_out_is_shown_and_flown_by_its_key():
    run = Run(for_person(steered_into_the_target()), led_out)
    way_out = run.came["way out"]
    assert (run.came["before"], run.came["flown out"], run.came["after"]) == (None, "", None)
    assert not way_out.is_retreat and way_out.stale == "" and way_out.ready.path
    gained = run.came["clear"].nearest.distance - run.came["near"].nearest.distance
    assert gained > 0.04
    assert run.received("bridge", Motion)


def with_a_joint_that_locks(window, came):
    yield from ready(window, came)
    moves = (MoveTable(to_deg=(0.0, -95.0, -85.0, 0.0, 0.0, 0.0)), MoveTable(to={"joint_2_deg": -100.0}))
    came["asked"] = yield from ask(window, AskMotion(moves))
    yield from flown(window, came, "asked")
    came["interrupted"] = pilot(window).motion
    yield from window.until(lambda: window.state == "held")
    yield from window.pause(3.0)
    came["resumed"] = yield from window.do("resume")
    yield from window.pause(1.5)
    came["rest"] = yield from window.plan(ASKED)
    came["planned"] = pilot(window).motion
    yield from flown(window, came, "rest")
    came["at the end"], came["done"] = rests_at(window), True


def test_what_a_locked_joint_leaves_of_an_asked_motion_is_planned_and_flown():
    locks = JointLocked(joint="joint_1", at_deg=10.0)
    run = Run(for_person(replace(planned_a_little(), faults=(locks,))), with_a_joint_that_locks)
    interrupted = run.came["interrupted"]
    assert (interrupted.state, interrupted.key) == ("interrupted", "plan rest of 1-2")
    assert {run.came[act] for act in ("asked", "resumed", "rest", "rest armed")} == {""}
    assert run.came["planned"].ready.losses
    worlds = {answer.ready.certificate.world for answer in (interrupted, run.came["planned"])}
    assert len(worlds) == 2  # so that no plan of before the lock is armed
    assert run.came["at the end"][1] == pytest.approx(math.radians(-100.0))
