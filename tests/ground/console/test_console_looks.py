"""Nothing is told by colour alone, and nothing is written too small to be read."""

import re

import pytest
from PySide6.QtGui import QFont, QRawFont
from PySide6.QtWidgets import QWidget
from screen_bench import (
    RUN,
    S,
    application,
    arm,
    bridge,
    desks,
    flat_window,
    gate,
    link,
    roll_back,
    telemetry,
)

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from ground.console.texts import theme
from ground.console.widgets.figure import Value
from telemetry.agreed.authority import State
from telemetry.messages.acts import Lease
from telemetry.messages.command import CommandState
from telemetry.messages.health import RecorderHealth

TELLS_ITS_TIME = re.compile(r"^T\+|ago$|(since|at) T\+|^NO SIGNAL|(recorder|gate) 120 s$")

READABLE_PX = 12

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system


class Desk:
    """A window in which everything has something to say."""

    def __init__(self):
        self.handover, self.state, self.now_ns = Handover(), ConsoleState(RUN), 10 * S
        self.window = flat_window(self.handover, lambda: self.now_ns)
        self.state.on_message(bridge(received=0, lost=0), 9 * S)
        health = RecorderHealth(healthy=True, durable=12, reason="", lost=())
        lease = Lease(holder="operator", until_ns=20 * S)
        for message in (
            lease,
            gate("plan"),
            bridge(),
            link(),
            arm(10 * S),
            telemetry(6 * S),
            roll_back(),
            health,
        ):
            self.state.on_message(message, 10 * S)
        self.draw(10)

    def draw(self, at_s):
        self.now_ns = at_s * S
        self.handover.publish(self.state.snapshot(self.now_ns))
        self.window.draw()
        return self

    def figures(self):
        """All figures that stand for now: what the card explains has happened then, and says when."""
        told = self.window.panels["explain"].findChildren(Value)
        return [v for v in self.window.findChildren(Value) if re.search(r"\d", v.text()) and v not in told]


@pytest.fixture
def desk():
    with desks(Desk) as make:
        yield make()


@pytest.fixture
def window(desk):
    return desk.window


@pytest.fixture
def value():
    application()
    return Value()


def test_no_text_of_the_window_is_smaller_than_the_least(window):
    window.grab()  # which gives every widget its style
    sizes = {widget: widget.fontInfo().pixelSize() for widget in window.findChildren(QWidget)}
    assert len(sizes) > 100
    assert {type(widget).__name__ for widget, size in sizes.items() if size < READABLE_PX} == set()


def test_every_figure_that_nothing_new_is_heard_of_is_struck_through_or_says_how_old_it_is(desk):
    assert len(desk.figures()) > 35
    shown = [value for value in desk.draw(130).figures() if not value.is_struck]
    assert [value.text() for value in shown if not TELLS_ITS_TIME.search(value.text())] == []


def test_a_value_that_is_asked_to_be_too_small_is_not():
    application()
    assert f"font-size: {READABLE_PX}px" in Value(9).styleSheet()


@pytest.mark.parametrize("colour", [theme.GOOD, theme.WARN, theme.BAD])
def test_a_colour_that_tells_something_has_its_symbol_beside_it(value, colour):
    value.show_text("text", colour=colour)
    assert value.symbol == theme.COLOUR_SYMBOLS[colour]


def test_what_is_stale_is_marked_whatever_its_colour_was(value):
    value.show_text("4 s ago", colour=theme.GOOD, symbol="▶", is_stale=True)
    assert (value.symbol, value.is_struck) == (theme.COLOUR_SYMBOLS[theme.STALE], True)


def test_the_symbol_is_drawn_before_the_text_and_leaves_it_whole(value):
    value.show_text("text", symbol="")
    bare = value.sizeHint()
    value.show_text("text", symbol="▶")
    assert value.sizeHint().width() > bare.width()
    with_one = value.grab().toImage()
    value.show_text("text", symbol="■")
    assert value.grab().toImage() != with_one


def test_the_symbol_stands_before_the_first_of_several_lines(value):
    value.setWordWrap(True)
    value.show_text("one line and another one below it", symbol="■")
    value.ensurePolished()
    value.resize(120, value.heightForWidth(120))
    drawn = value.grab().toImage()
    ground = drawn.pixelColor(0, 0)
    rows = [y for y in range(drawn.height()) if drawn.pixelColor(6, y) != ground]  # left of the text
    assert rows
    assert max(rows) < 0.5 * drawn.height()


def test_every_state_of_a_command_and_of_authority_has_a_look_that_needs_no_colour():
    for states in (CommandState, State):
        assert set(states) <= set(theme.STATE_LOOKS)
    assert len({theme.look(state).symbol for state in CommandState}) == len(CommandState)


def test_the_consoles_font_has_every_symbol():
    application()
    font = QRawFont.fromFont(QFont("DejaVu Sans"))
    symbols = {look.symbol for look in theme.STATE_LOOKS.values()} | set(theme.COLOUR_SYMBOLS.values())
    assert [symbol for symbol in symbols if not font.supportsCharacter(ord(symbol))] == []
