"""A step of a plan that asks is answered at a console: the plan goes on, or ends there."""

import pytest
from screen_bench import RUN, S, application, gate

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from ground.console.panels.prompts import Prompts
from telemetry.agreed.authority import scripts
from telemetry.messages.plan import StepRelease, StepReport

pytestmark = pytest.mark.gl
ASKS = StepReport(plan="act-1", step=3, kind="hold_point", state="asks", detail="is the target at rest?")
DONE = StepReport(plan="act-1", step=3, kind="hold_point", state="done", detail="let go on")


def drawn(*told):
    application()
    handover, state = Handover(), ConsoleState(RUN)
    prompts = Prompts(handover, lambda: None, scripts(RUN.participants))
    for message in (gate(), *told):
        state.on_message(message, 60 * S)
    prompts.draw(state.snapshot(60 * S), 60 * S)
    return prompts, handover


def test_a_step_that_asks_shows_what_it_asks_until_it_is_answered():
    prompts, _ = drawn(ASKS)
    assert prompts.step.text.text() == "act-1, step 3, hold point, asks: is the target at rest?"
    assert not prompts.step.isHidden()
    assert drawn(ASKS, DONE)[0].step.isHidden()


@pytest.mark.parametrize(("key", "go_on"), [("GO ON", True), ("END PLAN", False)])
def test_an_answer_names_plan_and_step(key, go_on):
    prompts, handover = drawn(ASKS)
    prompts.step.keys[key].click()
    assert handover.take_acts() == [StepRelease(plan="act-1", step=3, go_on=go_on)]
