"""Two persons at two consoles of one run press at once: each is told of its own act, and one has the arm."""

import pytest
from console_person import at_console

from ground.console.facts.settings import ConsoleSettings
from ground.rehearsal.roles import for_person, roles
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.reasons import Reason, cause, cure
from telemetry.agreed.run_settings import NS_PER_S as S
from telemetry.drive.uncoded_time import UncodedTime

SCENARIO = for_person(load("short_link"))
NAMES = ("console", "console-2")


class Run:
    """Two windows, each with a procedure; what an act came to is in `told`, by console."""

    def __init__(self, procedure, until_s=8.0):
        run = run_settings(SCENARIO, seed=1, run_id="test")
        consoles = [at_console(ConsoleSettings(run=run, participant=name)) for name in NAMES]
        self.driver = UncodedTime([*roles(SCENARIO, run, operator="person"), *consoles], seed=1)
        self.told = {name: {} for name in NAMES}
        for name in NAMES:
            self.driver.role(name).steps = procedure(self.window(name), self.told[name])
        self.driver.run(until_ns=round(until_s * S))

    def window(self, name):
        return self.driver.role(name).window

    def outcomes(self, act):
        return [self.told[name][act] for name in NAMES]

    def holders(self):
        return {self.window(name).snapshot.pilot.holds_lease: name for name in NAMES}


def both_ask(window, told):
    yield from window.pause(1.0)
    told["lease"] = yield from window.do("lease")
    told["resume"] = yield from window.do("resume")


@pytest.fixture(scope="module")
def run():
    return Run(both_ask)


def test_of_two_who_ask_at_once_one_has_the_lease_and_the_other_is_told_who(run):
    refused, granted = sorted(run.outcomes("lease"), key=bool, reverse=True)
    assert granted == ""
    assert refused == f"{cause(Reason.NOT_HOLDER)}: holder: {run.holders()[True]}; {cure(Reason.NOT_HOLDER)}"


def test_each_is_told_about_its_own_act_although_both_have_the_same_numbers(run):
    granted = run.told[run.holders()[True]]
    refused = run.told[run.holders()[False]]
    assert (granted["resume"], refused["resume"]) == ("", refused["lease"])


def test_who_was_refused_asks_again_only_by_an_act(run):
    assert not run.window(run.holders()[False]).snapshot.pilot.keeps_lease
