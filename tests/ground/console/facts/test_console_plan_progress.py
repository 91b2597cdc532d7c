"""How far a plan is: its steps with their times, for the commanded arm and for the one in orbit."""

import pytest
from msgspec import structs
from scene_bench import JOINT_POINTS, NOW, flown_state, plan
from screen_bench import gate

from ground.console.facts.plan_progress import plan_progress


def progress(**how):
    return plan_progress(flown_state(plan(), **how).snapshot(NOW))


def test_a_plan_that_is_ready_has_its_steps_and_times_and_no_current_one():
    ready = progress()
    assert (ready.is_flown, ready.current, ready.in_orbit) == (False, None, 0)
    assert [shown.duration_s for shown in ready.steps] == [6.25, 3.75]
    assert [shown.begins_s for shown in ready.steps] == [0.0, 6.25]


@pytest.mark.parametrize(
    ("verified", "states", "left_s"),
    [(1, ["current", "to come"], 6.0), (25, ["sent", "current"], 3.75), (30, ["sent", "current"], 2.5)],
)
def test_the_newest_verified_set_point_tells_the_current_step_and_the_time_left_in_it(
    verified, states, left_s
):
    flown = progress(verified=verified)
    assert [shown.state for shown in flown.steps] == states
    assert flown.current.remaining_s == pytest.approx(left_s)


def test_a_step_that_was_sent_is_done_once_orbit_has_executed_all_of_it():
    sent, begun, half = (progress(verified=40, executed=n) for n in (0, JOINT_POINTS - 1, JOINT_POINTS))
    assert [shown.state for shown in sent.steps] == ["sent", "sent"]
    assert [shown.state for shown in begun.steps] == ["sent", "sent"]
    assert [shown.state for shown in half.steps] == ["done", "sent"]
    assert sent.current is None


def shown_after(*statuses, **report):
    """The plan that is shown after the gate has said so, with this report as the newest."""
    state = flown_state(plan(), gate("plan", verified_until=40), **report)
    for status in statuses:
        state.on_message(status, NOW)
    return plan_progress(state.snapshot(NOW))


def test_a_plan_that_has_all_left_is_shown_until_orbit_has_executed_it():
    rest = gate("rest", verified_until=40)
    still = shown_after(rest, executed=39)
    assert (still.in_orbit, [shown.state for shown in still.steps]) == (2, ["done", "sent"])
    assert shown_after(rest, executed=40) is None
    assert shown_after(rest, executed=40, executed_epoch=2) is not None


def test_a_plan_that_was_ended_before_its_end_is_not_shown_any_more():
    assert shown_after(gate("stopping", epoch=4), executed=12) is None


def test_a_plan_that_nobody_has_flown_outlives_other_motion():
    state = flown_state(plan())
    for status in (gate("teleop", epoch=4), gate("rest", epoch=5)):
        state.on_message(status, NOW)
    assert plan_progress(state.snapshot(NOW)) is not None


def test_orbit_is_in_the_step_of_the_last_set_point_that_it_has_executed_of_this_epoch():
    assert progress(verified=40, executed=JOINT_POINTS).in_orbit == 1
    assert progress(verified=40, executed=JOINT_POINTS + 1).in_orbit == 2
    assert progress(verified=40, executed=30, executed_epoch=2).in_orbit == 0


@pytest.mark.parametrize(("is_way_out", "state"), [(True, "retreat"), (False, "plan")])
def test_a_way_out_is_flown_as_the_gate_retreats_and_no_other_plan_is(is_way_out, state):
    ready = plan()
    ready = structs.replace(ready, certificate=structs.replace(ready.certificate, retreat=is_way_out))
    shown = [
        plan_progress(flown_state(ready, gate(each, verified_until=12)).snapshot(NOW))
        for each in ("retreat", "plan")
    ]
    assert [each is not None and each.is_flown for each in shown] == [state == "retreat", state == "plan"]
