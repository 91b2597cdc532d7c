"""Who takes part in a run: names, roles, numbers."""

from pathlib import Path

import msgspec
import pytest

import telemetry
from telemetry.agreed.participants import (
    APPROVER,
    DEVICE,
    OBSERVER,
    PARTICIPANTS,
    ROLES,
    Participant,
    Speakers,
    check,
    number_of,
    playing,
    role_of,
)
from telemetry.agreed.run_settings import RunSettings


def test_without_a_word_each_role_is_played_by_one_who_bears_its_name_under_its_old_number():
    first = [role for role in ROLES if role not in (OBSERVER, DEVICE, APPROVER)]
    assert [number_of(role) for role in first] == list(range(1, len(first) + 1))
    assert [role_of(role) for role in ROLES] == list(ROLES)


def test_three_screens_three_who_look_on_and_two_who_approve_have_a_place_in_every_run():
    assert playing(("console",)) == ("console", "console-2", "console-3")
    assert playing((OBSERVER,)) == ("observer", "observer-2", "observer-3")
    assert playing((APPROVER,)) == ("approver", "approver-2")
    assert playing(("gate", "bridge")) == ("bridge", "gate")


def test_a_table_grows_at_its_end_alone():
    assert [name for name, role in PARTICIPANTS[-6:]] == [
        *playing((OBSERVER,)), DEVICE, *playing((APPROVER,))
    ]  # fmt: skip
    assert number_of("second_uplink") == 18 and number_of(DEVICE) == len(PARTICIPANTS) - 2


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


ROOT = Path(telemetry.__file__).parent.parent
MADE_IN = {
    "telemetry/agreed/participants.py",  # of a run without a name
    "telemetry/agreed/run_settings.py",
    "telemetry/network/launch.py",
    "telemetry/drive/factory.py",  # of virtual time, which has no launch file
    "telemetry/recording/records/record.py",
    "telemetry/recording/playback_cursor.py",  # the replay speaks in a run of its own
    "ground/run/kept/known_runs.py",
}


def test_who_speaks_is_made_from_launch_file_settings_announcement_or_recording_alone():
    sources = {
        str(path.relative_to(ROOT)): path.read_text()
        for package in ("ground", "haptics", "planner", "predictor", "telemetry")
        for path in (ROOT / package).rglob("*.py")
    }
    assert {name for name, text in sources.items() if "Speakers(" in text} == MADE_IN


def test_on_record_nobody_asks_for_run_or_proof_and_mode_and_participants_stay():
    speakers = Speakers(mode="live", run_id="pass-7", participants=())
    assert speakers.on_record == Speakers(mode="live", run_id=None, participants=(), keys=None)
