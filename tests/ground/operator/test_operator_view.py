"""What is shown to whoever flies: the newest, however long it goes on."""

from ground.operator import view
from ground.operator.view import OperatorView
from ground.scenario.scenario import load, run_settings
from telemetry.messages.plan import PlanRefused

RUN = run_settings(load("short_link"), seed=1, run_id="test")


def answer(number):
    return PlanRefused(plan_id=f"act-{number}", reason="unreachable", detail="")


def test_of_the_planners_answers_the_newest_are_kept(monkeypatch):
    monkeypatch.setattr(view, "PLANS_KEPT", 2)
    screens = OperatorView(RUN, "operator")
    for number in (1, 2, 1, 3):
        screens.on_message(answer(number), 0)
    assert list(screens.plans) == ["act-1", "act-3"]
