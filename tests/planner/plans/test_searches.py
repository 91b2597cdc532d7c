"""Searches for plans: one at a time, cancelled by who asked, and of no use to the gate without the lease."""

from planner.plans.make_plan import PlanTask, make_plan
from planner.plans.searches import Answer, Search, Searches
from telemetry.agreed.reasons import Reason


def search(plan_id, asker="console"):
    return Search(asker, make_plan, PlanTask(plan_id, None, (), (), None))


def begun(steps):
    return [step.task.plan_id for step in steps if isinstance(step, Search)]


def answers(steps):
    return [
        (step.message.plan_id, step.message.reason, step.to) for step in steps if isinstance(step, Answer)
    ]


def test_one_search_runs_at_a_time_and_the_holder_of_the_lease_comes_next():
    searches = Searches()
    searches.on_lease("console")
    assert begun(searches.add(search("a", "console-2"))) == ["a"]
    assert begun(searches.add(search("b", "console-3"))) == begun(searches.add(search("c"))) == []
    asker, following = searches.on_done()
    assert (asker, begun(following)) == ("console-2", ["c"])
    assert begun(searches.on_done()[1]) == ["b"]


def test_what_comes_of_a_cancelled_search_is_dropped_and_the_next_one_begins():
    searches = Searches()
    searches.add(search("a"))
    searches.add(search("b", "console-2"))
    cancelled = searches.cancel("a", "console")
    assert answers(cancelled) == [("a", Reason.PLANNING_CANCELLED, "console")]
    asker, following = searches.on_done()
    assert (asker, begun(following)) == (None, ["b"])
    assert searches.on_done()[0] == "console-2"


def test_a_search_that_runs_sees_that_it_was_cancelled_and_the_next_one_is_not():
    searches = Searches()
    (running,) = searches.add(search("a"))
    searches.add(search("b", "console-2"))
    assert not running.task.cancellation.is_asked
    searches.cancel("a", "console")
    assert running.task.cancellation.is_asked
    (following,) = searches.on_done()[1]
    assert not following.task.cancellation.is_asked


def test_nobody_cancels_what_another_has_asked_for():
    searches = Searches()
    searches.add(search("a"))
    assert answers(searches.cancel("a", "console-2")) == [("a", Reason.PLANNING_CANCELLED, "console-2")]
    assert searches.on_done()[0] == "console"


def test_a_search_that_waits_and_is_cancelled_or_replaced_is_never_begun():
    searches = Searches()
    searches.add(search("a", "console-2"))
    searches.add(search("b"))
    replaced = searches.add(search("c"))
    assert answers(replaced) == [("b", Reason.PLANNING_CANCELLED, "console")] and begun(replaced) == []
    searches.cancel("c", "console")
    assert begun(searches.on_done()[1]) == []


def test_without_the_lease_the_answer_goes_to_its_asker_alone():
    searches = Searches()
    assert searches.answer(None, "console").to == ""  # nobody knows who has it: the gate looks
    searches.on_lease("console-2")
    assert searches.answer(None, "console").to == "console"
    searches.on_lease("")
    assert searches.answer(None, "console").to == "console"
    searches.on_lease("console")
    assert searches.answer(None, "console").to == ""
