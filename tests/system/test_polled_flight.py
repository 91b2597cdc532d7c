"""A pass whose poll asks script, planner and predictor: each says GO by itself, and all of them must."""

import msgspec
import pytest

from ground.rehearsal.roles import roles
from ground.scenario.scenario import run_settings
from telemetry.agreed.run_settings import NS_PER_S as S
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.messages.command import Motion
from telemetry.messages.queue import GateStatus
from tests.short_flights import planned_a_little, replace

BY_THEMSELVES = ("operator", "planner", "predictor")


def flown(*asked):
    """Fly for 20 s; return the newest words of the poll, and whether any motion left."""
    short = planned_a_little()
    scenario = replace(short, commanding=msgspec.structs.replace(short.commanding, poll=asked))
    seen = {}

    def observe(at_ns, name, message):
        seen[type(message)] = message

    run = run_settings(scenario, seed=1, run_id="test")
    UncodedTime(roles(scenario, run), seed=1, observe=observe).run(until_ns=20 * S)
    return dict(seen[GateStatus].poll), Motion in seen


def test_script_planner_and_predictor_say_go_as_they_are_asked_and_the_plan_is_flown():
    assert flown(*BY_THEMSELVES) == (dict.fromkeys(BY_THEMSELVES, True), True)


@pytest.mark.parametrize("missing", ["person", "approver"])
def test_as_long_as_one_that_the_profile_names_has_no_word_nothing_leaves(missing):
    assert flown(*BY_THEMSELVES, missing) == ({**dict.fromkeys(BY_THEMSELVES, True), missing: None}, False)
