"""The queue on the screen: motions in one row each, what waits below the rule, in quiet and loud colours."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from screen_bench import HOME, RUN, Drawer, S, change, desks, gate, hold_notice, roll_back, verdict

from ground.console.facts.console_state import ConsoleState
from ground.console.texts import theme
from telemetry.messages.command import CommandState
from telemetry.messages.queue import HoldArguments, PlanSource, SetPointArguments

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

_S = CommandState
PLANNED = SetPointArguments(
    source=PlanSource(plan_id="pass", index=11, certificate=b""), q=HOME, largest=(1, 0.025)
)


class Queue(Drawer):
    """The queue."""

    NAME = "QUEUE"

    def colours(self):
        shown, role = self.panel.model, Qt.ItemDataRole.ForegroundRole
        column = [column.title for column in shown.columns].index("state")
        return [shown.index(row, column).data(role).name() for row in range(shown.rowCount())]

    def press(self, line, key):
        self.panel.table.setCurrentIndex(self.panel.model.index(line, 0))
        QTest.keyClick(self.panel.table, key)

    @property
    def bar(self):
        return self.panel.table.verticalScrollBar()


@pytest.fixture
def queue():
    with desks(Queue) as make:
        yield make()


def many(count, state=_S.CONFIRMED, first=1):
    return [change(state, seq) for seq in range(first, first + count)]


def apart(count):
    """Commands of which each stands by itself."""
    return [change(_S.CONFIRMED, seq, kind="hold") for seq in range(1, count + 1)]


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


def test_commands_of_one_motion_stand_in_one_row_with_the_least_clearance_of_all(queue):
    queue.tell(*many(19), verdict(seq=7, clearance=0.0648), verdict(seq=8, clearance=0.2))
    assert queue.cells("no.") == ["▸ 3.1 - 3.19"]
    assert queue.cells("state") == ["✔ all confirmed"]
    assert queue.cells("mm/req.") == ["64.8/30"]


def test_what_went_otherwise_stands_out_of_its_motion(queue):
    queue.tell(*many(3), change(_S.LOST, 4, reason="late"), *many(3, first=5))
    assert queue.cells("no.") == ["▸ 3.1 - 3.3", "3.4", "▸ 3.5 - 3.7"]
    assert queue.cells("note")[1] == "late"


def test_a_motion_under_way_tells_how_many_are_how_far(queue):
    queue.tell(*many(3), *many(2, _S.ON_AIR, first=4))
    assert queue.cells("state") == ["↑ 2 on air, 3 confirmed"]


@pytest.mark.parametrize("opens", [Qt.Key.Key_Return, Qt.Key.Key_Right])
def test_a_row_is_unfolded_and_folded_by_keys_and_by_a_click(queue, opens):
    queue.tell(*many(3))
    queue.press(0, opens)
    assert queue.cells("no.") == ["▾ 3.1 - 3.3", "3.1", "3.2", "3.3"]
    queue.press(2, Qt.Key.Key_Left)
    assert queue.cells("no.") == ["▸ 3.1 - 3.3"]
    queue.panel.table.toggled.emit(0)
    assert len(queue.cells("no.")) == 4
    queue.panel.table.toggled.emit(0)
    assert queue.cells("no.") == ["▸ 3.1 - 3.3"]


def test_the_rule_now_stands_above_what_waits_which_is_never_folded(queue):
    queue.tell(*many(3), *many(2, _S.WAITING, first=4))
    assert queue.cells("no.") == ["▸ 3.1 - 3.3", "3.4", "3.5"]
    assert queue.panel.painter.rule == 1
    queue.tell(*many(2, _S.RELEASED, first=4))
    assert queue.panel.painter.rule == -1


def test_what_waits_counts_down_and_what_has_left_does_not(queue):
    queue.tell(change(_S.WAITING), change(_S.RELEASED, 2))
    queue.now_ns += S // 4
    queue.tell()
    assert queue.cells("state") == ["◌ waiting", "→ released"]
    assert queue.cells("hold") == ["0.75 s", ""]


def test_a_refusal_that_a_hold_explains_is_quiet_and_one_of_its_own_is_loud(queue):
    queue.tell(change(_S.REFUSED, reason="latched"), change(_S.REFUSED, 2, reason="late"), hold_notice())
    assert queue.cells("note") == ["after hold: operator hold", "late"]
    assert queue.colours() == [theme.STALE, theme.BAD]


def test_of_a_roll_back_the_refused_set_point_alone_is_loud(queue):
    queue.tell(*many(2, _S.ROLLED_BACK, first=22), roll_back())
    assert queue.cells("note") == ["after roll-back of 3.23", ""]
    assert queue.colours() == [theme.STALE, theme.BAD]


def test_without_contact_nobody_knows_what_became_of_what_was_on_its_way(queue):
    queue.tell(change(_S.ON_AIR, kind="hold"), change(_S.WAITING, 2), change(_S.CONFIRMED, 3, kind="hold"))
    queue.tell(gate(has_window=False))
    assert queue.cells("state") == ["? unknown since LOS", "◌ waiting", "✔ confirmed"]


def test_the_newest_is_followed_until_a_person_scrolls_up_and_again_from_the_end(queue):
    queue.tell(*apart(200))
    assert queue.panel.follow.isChecked() and queue.bar.value() == queue.bar.maximum() > 0
    queue.bar.setValue(50)
    queue.tell(*apart(300))
    assert not queue.panel.follow.isChecked() and queue.bar.value() == 50
    queue.bar.setValue(queue.bar.maximum())
    queue.tell(*apart(400))
    assert queue.panel.follow.isChecked() and queue.bar.value() == queue.bar.maximum()


def test_the_switch_goes_back_to_the_newest(queue):
    queue.tell(*apart(200))
    queue.bar.setValue(10)
    queue.panel.follow.setChecked(True)
    assert queue.bar.value() == queue.bar.maximum()


def test_only_the_rows_from_the_first_that_changed_are_told_to_the_view(queue):
    queue.tell(*apart(500))
    told = []
    queue.panel.model.dataChanged.connect(lambda first, last: told.append(first.row()))
    queue.tell()
    assert told == []
    queue.tell(change(_S.LOST, 480, kind="hold"))
    assert told and min(told) >= 478


def test_in_900_px_nothing_is_to_be_scrolled_sideways(queue):
    queue.panel.table.resize(900, 200)
    assert queue.panel.table.horizontalHeader().length() <= 900


def test_after_a_jump_back_in_a_replay_the_rows_of_that_instant_alone_are_shown(queue):
    queue.tell(*many(30))
    queue.state = ConsoleState(RUN)
    queue.tell(change(_S.WAITING, 5))
    assert queue.cells("no.") == ["3.5"]
