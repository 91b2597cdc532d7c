"""The window without OpenGL: figures of a snapshot, staleness, mode, HOLD."""

import subprocess
import sys

import msgspec
import pytest
from PySide6.QtGui import QColor, QShortcut
from PySide6.QtWidgets import QApplication
from scene_bench import plan
from screen_bench import (
    ROOT,
    RUN,
    S,
    arm,
    bridge,
    desks,
    flat_window,
    gate,
    hold_notice,
    link,
    near_pixels,
    replayed,
    roll_back,
    telemetry,
)

from ground.console.facts.camera_pictures import USUAL_CAMERAS
from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from ground.console.facts.snapshot import Snapshot
from ground.console.panels.panel_layout import PanelPlace, PanelRow
from ground.console.panels.panels import PANELS
from ground.console.texts import theme, why_not
from ground.console.texts.act_guards import NO_PILOT
from ground.console.widgets.figure import Panel, Value
from ground.operator.person.motion_answer import WayOut
from telemetry.agreed.participants import APPROVER, CONSOLE, OBSERVER
from telemetry.messages.acts import Lease
from telemetry.messages.command import HoldCommand, taken
from telemetry.messages.images import ImageStatus
from telemetry.messages.operations import ArmedOperation, GripperOperation

HOLD = HoldCommand(actor="console", pressed_ns=0, nonce=1)
ARMED = ArmedOperation(
    operation=GripperOperation(action="grasp", opening=0.02), epoch=5, seq=1, digest=b"0" * 16,
    by="console", login="", until_ns=40 * S,
)  # fmt: skip

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system


class Desk:
    """A window, its feed's state, and the hand on the clock."""

    def __init__(self, run=RUN, panels=PANELS, *, seat=CONSOLE):
        self.now_ns = 10 * S
        self.state = ConsoleState(run)
        self.handover = Handover()
        self.window = flat_window(self.handover, lambda: self.now_ns, run, panels, seat=seat)

    def tell(self, *messages):
        for message in messages:
            self.state.on_message(message, self.now_ns)
        return self

    def draw(self):
        self.handover.publish(self.state.snapshot(self.now_ns))
        self.window.draw()
        return self.window

    def draw_replay(self, **status):
        self.handover.publish(replayed(self.state.snapshot(self.now_ns), **status))
        self.window.draw()

    def top(self, name):
        return self.window.top.figures[name].value


@pytest.fixture
def make_desk():
    with desks(Desk) as make:
        yield make


@pytest.fixture
def desk(make_desk):
    return make_desk()


def test_a_dark_screen_says_no_data_and_never_zero(desk):
    desk.window.draw()
    for name in ("GATE", "CONTROL", "LINK", "TELEMETRY", "WINDOW"):
        assert desk.top(name).text() == "no data"
    assert desk.window.panels["queue"].counts.text() == "no data"
    assert all(line.commanded.text() == "no data" for line in desk.window.panels["joints"].lines)
    assert all(
        desk.window.panels["cameras"].views[camera].age.text() == "no data" for camera in USUAL_CAMERAS
    )
    assert desk.window.panels["scene"].nearest.text() == "nearest: no data"


def test_the_figures_of_a_snapshot_are_on_the_screen(desk):
    q_seen = (0.5, -1.5707963, -1.5707963, 0.0, 0.0, 0.0)
    desk.state.on_message(bridge(received=0, lost=0), desk.now_ns - S)
    desk.tell(Lease(holder="operator", until_ns=20 * S), gate("plan"), bridge(), link(), arm(desk.now_ns))
    desk.state.on_message(telemetry(desk.now_ns - round(3.5 * S), q_seen), desk.now_ns)
    desk.draw()
    assert desk.top("GATE").text() == "PLAN"
    assert desk.top("CONTROL").text() == "operator"
    assert desk.top("LINK").text() == "OK 7.00 s, 1.0 %"
    assert desk.window.top.figures["LINK"].note.text() == "0.0 s ago"
    assert desk.top("TELEMETRY").text() == "3.5 s ago"
    assert desk.top("WINDOW").text() == "LOS in 01:20"
    nearest = desk.window.panels["scene"].nearest.text()
    assert nearest == "hand – target handrail   64.8 mm (30.0 mm required)"
    assert [v.text() for v in desk.window.panels["joints"].lines[0][:2]] == ["+0.0°", "+28.6°"]
    assert desk.window.panels["queue"].counts.text().startswith("3 waiting   14 in flight")
    assert desk.window.panels["link"].figures["round trip"].value.text().startswith("7.00 s ± 2 ms")


def test_what_is_too_old_is_grey_and_struck_through(desk):
    desk.tell(gate(), bridge(), telemetry(desk.now_ns - 4 * S), arm(desk.now_ns)).draw()
    shown = [
        desk.top("GATE"),
        desk.top("TELEMETRY"),
        desk.window.panels["joints"].lines[0][0],
    ]
    assert not any(value.is_struck for value in shown)
    desk.now_ns += 10 * S
    desk.draw()
    for value in shown:
        assert value.is_struck
        assert "line-through" in value.styleSheet()
        assert theme.STALE in value.styleSheet()


def test_a_stale_prediction_names_no_nearest_pair(desk):
    desk.tell(arm(desk.now_ns))
    desk.now_ns += 2 * S
    desk.draw()
    assert desk.window.panels["scene"].nearest.text() == "nearest: no data"


def test_a_feed_that_stands_still_is_told_with_the_other_way_to_hold(desk):
    desk.draw()
    assert desk.window.strip.text.text == ""
    desk.now_ns += 3 * S
    desk.window.draw()
    assert "farhand hold" in desk.window.strip.text.text


@pytest.mark.parametrize(
    ("mode", "title", "colour", "is_dashed"),
    [
        ("live", "OPERATE", "#e02bb5", False),
        ("rehearsal", "REHEARSAL", "#ffffff", True),
        ("replay", "REPLAY", "#435ef5", False),
    ],
)
def test_the_mode_is_written_and_frames_the_whole_window(make_desk, mode, title, colour, is_dashed):
    window = make_desk(run=msgspec.structs.replace(RUN, mode=mode)).window
    window.resize(1280, 800)
    picture = window.grab().toImage()
    assert title in window.top.mode.text()
    assert "7.0 s delay" in window.top.mode.text()
    right, foot = picture.width() - 2, picture.height() - 2
    across, down = range(40, right - 40), range(40, foot - 40)
    for side in ([(x, 1) for x in across], [(x, foot) for x in across], [(1, y) for y in down]):
        share = sum(picture.pixelColor(*at).name() == colour for at in side) / len(side)
        assert 0.5 < share < 0.9 if is_dashed else share == 1.0


def test_a_replay_shows_where_it_is(desk):
    desk.draw_replay(at_s=12.0, speed=2.0)
    assert desk.top("TIME").text() == "00:12 of 01:30"
    assert desk.window.top.figures["TIME"].note.text() == "playing, x 2"


def test_hold_looks_dead_where_it_reaches_no_spacecraft(make_desk):
    desk = make_desk(run=msgspec.structs.replace(RUN, mode="replay"))
    desk.draw_replay(at_s=12.0)
    desk.window.top.hold.button.click()
    assert not desk.window.top.hold.button.isEnabled()
    assert desk.handover.take_acts() == []


def test_a_replay_that_stands_still_shows_ages_as_they_were(desk):
    desk.state.on_message(gate("plan"), 12 * S)
    desk.draw_replay(at_s=12.5, playing=False)
    assert not desk.top("GATE").is_struck
    assert desk.window.top.hold.effect.text() == "REPLAY: reaches no spacecraft"
    desk.now_ns += 5 * S
    desk.window.draw()
    assert not desk.top("GATE").is_struck
    assert "SILENT" in desk.window.strip.text.text


def test_a_rehearsal_has_no_keys_of_a_replay(desk):
    assert "replay" not in desk.window.panels


class Told(Panel):
    """Keeps what it is given."""

    def __init__(self, title):
        super().__init__(title)
        self.drawn = []

    def draw(self, snapshot, now_ns):
        self.drawn.append((snapshot, now_ns))


def test_a_panel_of_the_list_is_in_the_window_and_is_given_every_snapshot(make_desk):
    row = PanelRow("told", PanelPlace.SIDE, lambda sources: Told("TOLD"))
    desk = make_desk(panels=(row,))
    desk.tell(gate()).draw()
    told = desk.window.panels["told"]
    assert desk.window.isAncestorOf(told)
    assert told.drawn == [(desk.handover.newest, desk.now_ns)]


def test_an_approver_fires_what_is_armed_and_has_no_key_that_moves_the_arm(make_desk):
    desk = make_desk(seat=APPROVER)
    desk.tell(gate(armed=ARMED)).draw()
    assert "APPROVER" in desk.window.top.mode.text()
    assert [answer.text for answer in desk.window.strip.question.answers] == ["FIRE", ""]
    desk.tell(gate("held", held_by="hold")).draw()
    assert "HELD" in desk.window.strip.question.text and not desk.window.strip.question.answers
    desk.window.keys.press("lease")
    assert desk.handover.take_acts()[0][1] == why_not.APPROVER.whole


def test_an_observer_sees_everything_and_has_hold_and_no_other_act(make_desk):
    seen, usual = make_desk(seat=OBSERVER), make_desk()
    assert set(usual.window.panels) - set(seen.window.panels) == set()
    assert "OBSERVER" in seen.window.top.mode.text()
    seen.tell(gate("held", held_by="hold")).draw()
    assert "HELD" in seen.window.strip.question.text and not seen.window.strip.question.answers
    seen.window.top.hold.button.pressed.emit()
    assert seen.handover.take_acts() == ["hold"]


@pytest.mark.parametrize("mode", ["rehearsal", "replay"])
def test_no_key_means_two_things_in_one_window(make_desk, mode):
    window = make_desk(run=msgspec.structs.replace(RUN, mode=mode)).window
    keys = [shortcut.key().toString() for shortcut in window.findChildren(QShortcut)]
    assert len(keys) > 20
    assert sorted(key for key in set(keys) if keys.count(key) > 1) == []


def test_each_press_of_hold_is_one_act(desk):
    button = desk.window.top.hold.button
    for _ in range(3):
        button.click()
    assert desk.handover.take_acts() == ["hold"] * 3


def test_hold_is_live_whatever_is_known(desk):
    for messages in ((), (gate("held"),), (gate("rest", has_window=False),)):
        desk.tell(*messages).draw()
        assert desk.window.top.hold.button.isEnabled()


def test_hold_says_when_it_takes_effect_and_what_became_of_it(desk):
    desk.tell(gate(up=3.5, down=3.5)).draw()
    effect = desk.window.top.hold.effect
    assert effect.text() == "takes effect in orbit in 3.5\u00a0s"
    pressed_ns = desk.now_ns
    desk.state.on_hold_pressed(HOLD, pressed_ns)
    desk.draw()
    assert effect.text() == "PRESSED"
    desk.now_ns += 1 * S
    desk.tell(taken(HOLD, "bridge")).draw()
    assert effect.text() == "on its way: in orbit in 2.5\u00a0s"
    desk.now_ns += 4 * S
    desk.draw()
    assert effect.text() == "due in orbit, report in 3.0 s"
    desk.now_ns = pressed_ns + 8 * S
    desk.state.on_message(telemetry(pressed_ns + round(4.5 * S), latched=True), desk.now_ns)
    desk.draw()
    assert effect.text() == "on board: LATCHED, seen 3.5 s ago"


def test_a_hold_that_nobody_took_names_the_other_way(desk):
    desk.state.on_hold_pressed(HOLD, desk.now_ns)
    desk.now_ns += 2 * S
    desk.tell(taken(HOLD, "gate")).draw()
    assert desk.window.top.hold.effect.text() == "NOBODY TOOK IT: use `farhand hold`"


def test_a_hold_that_no_telemetry_confirms_is_told(desk):
    desk.state.on_hold_pressed(HOLD, desk.now_ns)
    desk.tell(taken(HOLD, "bridge"))
    desk.now_ns += 9 * S
    desk.draw()
    assert desk.window.top.hold.effect.text() == "NO LATCH REPORTED: press again"


def test_a_roll_back_is_explained_with_pair_distance_time_and_the_way_out(desk):
    desk.tell(roll_back()).draw()
    card = desk.window.panels["explain"]
    assert card.head.text().startswith("ROLL-BACK set-point ") and "   T+00:10.0" in card.head.text()
    assert "closer than required" in card.cause.text()
    near = "hand – target handrail would come to 28.6 mm, 30.0 mm required"
    assert card.where.text() == f"{near}, 0.70 s after the move began, 4 cancelled"
    assert card.cure.text() == "Way out: steer away from the named pair and arm"


def test_the_way_out_that_is_certified_is_named_with_its_key(desk):
    ready = plan()
    pilot = NO_PILOT._replace(way_out=WayOut(ready))
    desk.tell(roll_back())
    desk.handover.publish(desk.state.snapshot(desk.now_ns, pilot))
    desk.window.draw()
    told = f"steer away from the named pair and arm; or F7: led out in {ready.duration:.1f} s"
    assert desk.window.panels["explain"].cure.text() == f"Way out: {told}"


def test_the_card_of_explanations_is_as_high_as_what_it_says(desk):
    card, heights = desk.window.panels["explain"], []
    desk.window.areas.raise_tab("WHY")
    desk.window.show()
    for told in ((), (roll_back(),)):
        desk.tell(*told).draw()
        QApplication.processEvents()
        heights.append(card.height())
    assert heights[0] + 50 < heights[1] < 200
    assert all(value.text().strip() for value in card.findChildren(Value) if not value.isHidden())


def test_the_end_of_an_arming_that_was_asked_for_is_not_explained_as_a_fault(desk):
    head = desk.window.panels["explain"].head
    desk.tell(hold_notice(reason="disarmed")).draw()
    assert theme.BAD not in head.styleSheet()
    desk.tell(hold_notice(reason="operator_hold")).draw()
    assert theme.BAD in head.styleSheet()


def test_the_nearest_pair_is_called_bad_only_where_it_is_too_close(desk):
    words = desk.window.panels["scene"].nearest
    desk.tell(roll_back(), arm(desk.now_ns)).draw()
    assert words.symbol == ""
    desk.tell(arm(desk.now_ns, clearance=0.02)).draw()
    assert words.symbol == theme.COLOUR_SYMBOLS[theme.BAD]


def test_without_contact_nothing_is_said_to_be_in_flight(desk):
    desk.tell(gate(has_window=False)).draw()
    assert "14 unknown since LOS" in desk.window.panels["queue"].counts.text()


def test_a_camera_says_how_many_pictures_were_incomplete(desk):
    shares = {"whole": 0.8, "missing": 0.0, "agreement": 0.5}
    status = ImageStatus(camera="global", number=9, age=3.6, received=8, mended=3, incomplete=2, **shares)
    desk.tell(status).draw()
    camera = desk.window.panels["cameras"].views["global"]
    assert "8 whole, of which 3 lacked packets" in camera.toolTip()
    assert "2 incomplete" in camera.toolTip() and "50.0 % agree" in camera.toolTip()


def test_the_flat_view_shows_the_red_pair_and_both_arms(desk):
    def count(colour):
        return near_pixels(desk.window.panels["scene"].view.grab().toImage(), colour)

    away = (0.6, -1.9, -1.5707963, 0.0, 0.0, 0.0)
    desk.window.panels["scene"].view.resize(500, 250)
    desk.tell(arm(desk.now_ns), telemetry(desk.now_ns - 4 * S, away)).draw()
    assert count(QColor(theme.COMMANDED)) > 100
    assert count(QColor(theme.SEEN)) > 30
    assert count(QColor(theme.ALARM)) == 0
    desk.tell(roll_back()).draw()
    assert count(QColor(theme.ALARM)) > 30


def test_an_empty_snapshot_can_be_drawn(desk):
    desk.handover.publish(Snapshot(at_ns=desk.now_ns))
    desk.window.draw()
    assert desk.window.strip.text.text == ""


@pytest.mark.real_time
def test_5000_signals_leave_the_interpreter_alive():
    code = (
        "from PySide6.QtCore import QObject, Signal\n"
        "class Source(QObject):\n"
        "    told = Signal(bool)\n"
        "source = Source()\n"
        "heard = []\n"
        "source.told.connect(heard.append)\n"
        "for _ in range(5000):\n"
        "    source.told.emit(True)\n"
        "raise SystemExit(0 if len(heard) == 5000 else 1)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, timeout=60).returncode == 0
