"""The rows of a plan that a person flies: which are shown, how each goes, what the key does next."""

import msgspec
import pytest
from PySide6.QtGui import QShortcut
from scene_bench import plan
from screen_bench import desks
from test_console_hand import Desk

from ground.console.widgets.plan_rows import PART_LOOKS, SHOWN_ROWS
from ground.operator.person.person_plans import OfferedPlan
from ground.operator.procedure import PartRow

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system


class DeskOfPlans(Desk):
    """The window of a person who flies a plan of so many steps."""

    def show(self, *states, key="", detail="", plan=None):
        rows = tuple(PartRow(f"{k}", "wait 5 s", state, detail) for k, state in enumerate(states, 1))
        offered = OfferedPlan("plan 1", rows, key)
        shown = self.pilot.shown._replace(keeps_lease=True, offers=(offered,), plan=plan)
        self.publish(shown)
        return [value.text() for value in self.plans.steps.rows if not value.isHidden()]


@pytest.fixture(scope="module")
def desk():
    with desks(DeskOfPlans) as make:
        yield make()


def test_a_long_plan_is_shown_around_the_step_that_comes_next(desk):
    rows = desk.show(*["done"] * 10, "failed", *["to do"] * 10, detail="nothing")
    assert len(rows) == SHOWN_ROWS and rows[2] == "11  wait 5 s: nothing"
    steps = desk.plans.steps
    assert (steps.before.text(), steps.after.text()) == ("8 done before", "7 more")


@pytest.mark.parametrize("state", PART_LOOKS)
def test_every_state_of_a_step_has_its_own_symbol(desk, state):
    desk.show(state)
    symbols = [look.symbol for look in PART_LOOKS.values()]
    assert (
        desk.plans.steps.rows[0].symbol == PART_LOOKS[state].symbol
        and symbols.count(PART_LOOKS[state].symbol) == 1
    )


def test_what_an_adapted_plan_gives_up_is_told_before_it_is_armed(desk):
    losses = ("move 2: z by +83.4 mm at 100 %",)
    desk.show("ready", plan=msgspec.structs.replace(plan(), losses=losses))
    assert desk.plans.losses.text() == "what it gives up: move 2: z by +83.4 mm at 100 %"
    desk.show("ready", plan=plan())
    assert desk.plans.losses.isHidden()


def test_no_key_of_the_window_does_two_things(desk):
    shortcuts = [shortcut.key().toString() for shortcut in desk.window.findChildren(QShortcut)]
    assert len(shortcuts) > 10 and len(set(shortcuts)) == len(shortcuts)
