"""The queue on the screen: all of the pass, in quiet and loud colours, scrolled by a person, filtered."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from screen_bench import HOME, RUN, S, change, desks, flat_window, gate, hold_notice, roll_back, verdict

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from ground.console.texts import theme
from telemetry.messages.command import CommandState
from telemetry.messages.queue import HoldArguments, PlanSource, SetPointArguments, TeleopSource

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

_S = CommandState
PLANNED = SetPointArguments(
    source=PlanSource(plan_id="pass", index=11, certificate=b""), q=HOME, largest=(1, 0.025)
)
BY_HAND = SetPointArguments(source=TeleopSource(sample=532, dead_man_age=0.1), q=HOME, largest=(2, -0.01))


class Queue:
    """A window whose queue is looked at."""

    def __init__(self):
        self.now_ns = 10 * S
        self.state, handover = ConsoleState(RUN), Handover()
        self.window = flat_window(handover, lambda: self.now_ns)
        self.handover, self.panel = handover, self.window.panels["queue"]
        self.window.resize(1600, 1000)
        self.window.show()
        self.window.activateWindow()

    def tell(self, *messages):
        for message in messages:
            self.state.on_message(message, self.now_ns)
        self.handover.publish(self.state.snapshot(self.now_ns))
        self.window.draw()
        QApplication.processEvents()
        return self

    def cells(self, title):
        """What stands in a column, from the top."""
        titles = [column.title for column in self.panel.model.columns]
        shown = self.panel.shown
        return [shown.index(row, titles.index(title)).data() for row in range(shown.rowCount())]

    def colours(self):
        column = next(i for i, column in enumerate(self.panel.model.columns) if column.title == "state")
        role = Qt.ItemDataRole.ForegroundRole
        shown = self.panel.shown
        return [shown.index(row, column).data(role).name() for row in range(shown.rowCount())]

    @property
    def bar(self):
        return self.panel.table.verticalScrollBar()


@pytest.fixture
def queue():
    with desks(Queue) as make:
        yield make()


def many(count, state=_S.CONFIRMED, first=1):
    return [change(state, seq) for seq in range(first, first + count)]


def test_commands_of_one_number_are_told_apart_by_their_kind(queue):
    queue.tell(
        verdict(clearance=0.0648),
        change(_S.ON_AIR, arguments=PLANNED),
        change(_S.RELEASED, kind="hold", arguments=HoldArguments(actor="console")),
        change(_S.RELEASED, kind="resume", seq=0, epoch=5),
    )
    assert queue.cells("no.") == ["3.1", "#1", "5"]
    assert queue.cells("item") == ["J2 +1.4°", "HOLD", "RESUME"]
    assert queue.cells("source") == ["#12 pass", "console", "gate"]
    assert queue.cells("mm/req.") == ["64.8/30", "", ""]


def test_a_verdict_that_comes_too_close_says_so_without_its_colour(queue):
    queue.tell(change(_S.ROLLED_BACK), verdict(ok=False, clearance=0.0288))
    assert queue.cells("mm/req.") == ["28.8<30"]


def test_a_set_point_of_the_hand_names_its_sample_and_brings_the_tool_somewhere(queue):
    queue.tell(change(_S.WAITING, arguments=BY_HAND))
    assert (queue.cells("item"), queue.cells("source")) == (["J3 -0.6°"], ["hand 532"])
    assert len(queue.cells("tool mm")[0].split()) == 3


def test_what_waits_counts_down_and_what_has_left_does_not(queue):
    queue.tell(change(_S.WAITING), change(_S.RELEASED, 2))
    queue.now_ns += S // 4
    queue.tell()
    assert queue.cells("state") == ["◌ waiting 0.75 s", "→ released"]


def test_a_refusal_that_a_hold_explains_is_quiet_and_one_of_its_own_is_loud(queue):
    queue.tell(change(_S.REFUSED, reason="latched"), change(_S.REFUSED, 2, reason="late"), hold_notice())
    assert queue.cells("state") == ["✖ refused after hold: operator hold", "✖ refused: late"]
    assert queue.colours() == [theme.STALE, theme.BAD]


def test_of_a_roll_back_the_refused_set_point_alone_is_loud(queue):
    queue.tell(*many(2, _S.ROLLED_BACK, first=22), roll_back())
    assert queue.cells("state") == ["↶ rolled back after roll-back of 3.23", "↶ rolled back"]
    assert queue.colours() == [theme.STALE, theme.BAD]


def test_without_contact_nobody_knows_what_became_of_what_was_on_its_way(queue):
    queue.tell(change(_S.ON_AIR), change(_S.WAITING, 2), change(_S.CONFIRMED, 3))
    queue.tell(gate(has_window=False))
    assert queue.cells("state") == ["? unknown since LOS", "◌ waiting 1.00 s", "✔ confirmed"]


def test_the_newest_is_followed_until_a_person_scrolls_up_and_again_from_the_end(queue):
    queue.tell(*many(200))
    assert queue.panel.follow.isChecked() and queue.bar.value() == queue.bar.maximum() > 0
    queue.bar.setValue(50)
    queue.tell(*many(100, first=201))
    assert not queue.panel.follow.isChecked() and queue.bar.value() == 50
    queue.bar.setValue(queue.bar.maximum())
    queue.tell(*many(100, first=301))
    assert queue.panel.follow.isChecked() and queue.bar.value() == queue.bar.maximum()


def test_the_switch_goes_back_to_the_newest(queue):
    queue.tell(*many(200))
    queue.bar.setValue(10)
    queue.panel.follow.setChecked(True)
    assert queue.bar.value() == queue.bar.maximum()


@pytest.mark.parametrize(
    ("states", "text", "numbers"),
    [
        ("all", "", ["3.1", "3.2", "3.3", "#1"]),
        ("waiting", "", ["3.1"]),
        ("in flight", "", ["3.2", "#1"]),
        ("refused, rolled back", "", ["3.3"]),
        ("holds", "", ["#1"]),
        ("all", "LATE", ["3.3"]),
        ("all", "#12 PASS", ["3.1"]),
    ],
)
def test_a_person_chooses_what_is_shown_by_state_and_by_text(queue, states, text, numbers):
    queue.tell(
        change(_S.WAITING, arguments=PLANNED), change(_S.ON_AIR, 2), change(_S.REFUSED, 3, reason="late"),
        change(_S.RELEASED, kind="hold"),
    )  # fmt: skip
    queue.panel.states.setCurrentText(states)
    queue.panel.text.setText(text)
    assert queue.cells("no.") == numbers


def test_a_row_that_moves_on_leaves_the_filter_of_its_old_state(queue):
    queue.panel.states.setCurrentText("waiting")
    queue.tell(change(_S.WAITING), change(_S.WAITING, 2))
    queue.tell(change(_S.RELEASED))
    assert queue.cells("no.") == ["3.2"]


def test_only_the_rows_that_changed_are_told_to_the_view(queue):
    queue.tell(*many(500))
    told = []
    queue.panel.model.dataChanged.connect(lambda first, last: told.append((first.row(), last.row())))
    queue.tell()
    assert told == []
    queue.tell(change(_S.LOST, 123))
    assert told == [(122, 122)]


def test_the_letters_of_the_hand_can_be_typed_into_the_filter_and_enter_gives_them_back(queue):
    text, pad = queue.panel.text, queue.window.panels["acts"].pad
    text.setFocus()
    QTest.keyClicks(text, "was a ")
    assert text.text() == "was a " and not pad.dead_man
    QTest.keyClick(text, Qt.Key.Key_Return)
    QTest.keyPress(pad, Qt.Key.Key_Space)
    assert pad.dead_man
    QTest.keyRelease(pad, Qt.Key.Key_Space)


def test_after_a_jump_back_in_a_replay_the_rows_of_that_instant_alone_are_shown(queue):
    queue.tell(*many(30))
    queue.state = ConsoleState(RUN)
    queue.tell(change(_S.WAITING, 5))
    assert queue.cells("no.") == ["3.5"]
