"""The history on the screen: found by text, state and time, written as a file, drafted again, never sent."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from screen_bench import HOME, Drawer, change, desks

from telemetry.messages.acts import ActReply
from telemetry.messages.command import CommandState
from telemetry.messages.queue import PlanSource, SetPointArguments

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

PLANNED = SetPointArguments(
    source=PlanSource(plan_id="pass", index=11, certificate=b""), q=HOME, largest=(1, 0.025)
)
TAKEN = ActReply(act="ArmPlan", accepted=True, reason="", detail="", to="console")


class History(Drawer):
    """The history."""

    NAME = "HISTORY"


@pytest.fixture
def history():
    with desks(History) as make:
        made = make()
        yield made
        made.window.areas.open_or_close("HISTORY")


def test_every_command_stands_with_its_arguments_among_the_acts(history):
    history.tell(TAKEN, change(CommandState.CONFIRMED, arguments=PLANNED))
    assert history.cells("what")[0] == "arm plan"
    assert history.cells("what")[1].startswith("J2 +1.4°, tool ")
    assert history.cells("state") == ["✔ taken", "✔ confirmed"]


def test_a_person_looks_for_a_state_and_a_text_and_a_row_that_moves_on_leaves_it(history):
    history.tell(change(CommandState.WAITING), change(CommandState.WAITING, 2), TAKEN)
    history.panel.states.setCurrentText("waiting")
    assert history.tell().cells("no.") == ["3.1", "3.2"]
    assert history.tell(change(CommandState.RELEASED)).cells("no.") == ["3.2"]
    history.panel.text.setText("3.1")
    assert history.tell().cells("no.") == []


def test_a_time_that_is_none_is_said_in_one_line_and_changes_nothing(history):
    history.panel.since.setText("soon")
    assert history.tell(TAKEN).cells("what") == ["arm plan"]
    assert history.panel.outcome.text() == "no time: 'soon'; write seconds, m:ss or h:mm:ss"


def test_the_commands_are_written_into_the_folder_of_the_run_and_the_path_is_said(history, tmp_path):
    history.panel._folder = tmp_path
    history.tell(change(CommandState.CONFIRMED, arguments=PLANNED))
    for number in (1, 2):
        history.panel.export.click()
        history.panel._writing.join()
        assert history.tell().panel.outcome.text() == f"1 commands in {tmp_path / f'commands-{number}.csv'}"


def test_the_motion_of_a_row_goes_back_into_the_form_and_nothing_is_sent(history):
    form = history.window.panels["motion"]
    history.tell(TAKEN, change(CommandState.CONFIRMED, arguments=PLANNED))
    for line, is_motion in ((0, False), (1, True)):
        history.panel.table.setCurrentIndex(history.panel.model.index(line, 0))
        assert history.tell().panel.draft.isEnabled() is is_motion
    history.panel.draft.click()
    drafted = tuple(form.draft.values[row.name] for row in form.draft.joint_rows)
    assert (form.draft.kind, drafted) == ("joints", HOME)
    assert form.request is not None
    assert history.handover.take_acts() == []


def test_the_letters_of_the_hand_can_be_typed_into_the_filter_and_enter_gives_them_back(history):
    text, pad = history.tell().panel.text, history.window.panels["hand"].pad
    text.setFocus()
    QTest.keyClicks(text, "was a ")
    assert text.text() == "was a " and not pad.dead_man
    QTest.keyClick(text, Qt.Key.Key_Return)
    QTest.keyPress(pad, Qt.Key.Key_Space)
    assert pad.dead_man
    QTest.keyRelease(pad, Qt.Key.Key_Space)
