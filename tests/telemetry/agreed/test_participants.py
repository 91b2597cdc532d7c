"""Who takes part in a run: names, roles, numbers."""

import msgspec
import pytest

from telemetry.agreed.participants import (
    DEVICE,
    OBSERVER,
    PARTICIPANTS,
    ROLES,
    Participant,
    check,
    number_of,
    playing,
    role_of,
)
from telemetry.agreed.run_settings import RunSettings


def test_without_a_word_each_role_is_played_by_one_who_bears_its_name_under_its_old_number():
    first = [role for role in ROLES if role not in (OBSERVER, DEVICE)]
    assert [number_of(role) for role in first] == list(range(1, len(first) + 1))
    assert [role_of(role) for role in ROLES] == list(ROLES)


def test_three_screens_and_three_who_look_on_have_a_place_in_every_run():
    assert playing(("console",)) == ("console", "console-2", "console-3")
    assert playing((OBSERVER,)) == ("observer", "observer-2", "observer-3")
    assert playing(("gate", "bridge")) == ("bridge", "gate")


def test_a_table_grows_at_its_end_alone():
    assert [name for name, role in PARTICIPANTS[-4:]] == [*playing((OBSERVER,)), DEVICE]
    assert number_of("second_uplink") == 18 and number_of(DEVICE) == len(PARTICIPANTS)


def test_a_name_that_nobody_has_is_the_callers_mistake():
    with pytest.raises(ValueError, match="unknown participant 'consol'; participants: bridge, "):
        role_of("consol")


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (Participant("pilot", "navigator"), "'pilot' plays the unknown role 'navigator'"),
        (Participant("../gate", "gate"), "a name has small letters"),
        (Participant("gate", "gate"), "'gate' stands in the table twice"),
    ],
)
def test_a_table_that_cannot_be_is_refused_by_one_line(row, problem):
    with pytest.raises(ValueError, match=problem):
        check((*PARTICIPANTS, row))


def test_settings_recorded_before_there_was_a_table_name_the_usual_participants():
    defaults = {field.name: field.default for field in msgspec.structs.fields(RunSettings)}
    assert defaults["participants"] == PARTICIPANTS
    assert (
        msgspec.json.decode(msgspec.json.encode(PARTICIPANTS), type=tuple[Participant, ...]) == PARTICIPANTS
    )
