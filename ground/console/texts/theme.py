"""Colours, symbols and style sheet of the console.

A colour means one thing.  Amber is caution and red is alarm (and HOLD, the act against it), nothing else is
either.  The frame of a window is its mode: OPERATE magenta, REHEARSAL white dashed, REPLAY blue, grey when
the run is over, always with the word.  Commanded and telemetered differ by style (solid, wireframe) before
they differ by colour, and what is drawn alike keeps apart for every eye that sees fewer colours
(`tests/ground/console/texts/test_console_colours.py`).  Beside every colour that tells something stands a
symbol: a state's own from `STATE_LOOKS`, else the colour's from `COLOUR_SYMBOLS`.
"""

from typing import NamedTuple

from telemetry.agreed.authority import State
from telemetry.messages.command import CommandState


class ModeLook(NamedTuple):
    """How a mode is shown."""

    title: str
    colour: str
    ink: str  # on that colour
    border: str = "solid"  # of the frame, as style sheets name it


MODE_LOOKS = {
    "live": ModeLook("OPERATE", "#e02bb5", "#ffffff"),
    "rehearsal": ModeLook("REHEARSAL", "#ffffff", "#12161c", "dashed"),
    "replay": ModeLook("REPLAY", "#435ef5", "#ffffff"),
}

UNAUTHENTICATED_LOOK = ModeLook("UNAUTHENTICATED", "#d3190e", "#ffffff")  # of a station without keys
RUN_OVER_LOOK = ModeLook("RUN OVER", "#3a424e", "#ffffff")  # in the place of the mode

BACKGROUND = "#12161c"
PANEL = "#1a2029"
LINE = "#313b49"
TEXT = "#e6ebf2"
DIM = "#93a0b2"
STALE = "#78818e"
GOOD = "#4cc38a"
WARN = "#f5a400"
BAD = "#ff5a4f"
HOLD = "#d3190e"
UNDER_WAY = "#7cc7ff"  # on its way, as it should be

COMMANDED = "#f2dabe"  # solid
SEEN = "#63d4ff"  # wireframe
NOW = "#f4f7fb"  # dotted
PLANNED = "#ad95f8"  # path and end of a plan
NEAREST = "#e4ddd4"  # pair, far enough apart
MARGIN = "#a99a5e"  # required clearance
CAMERA = "#94c3af"
FIXTURE = "#00a07f"  # that leads the hand; translucent
TOUCHED = "#a2ecfe"  # where the hand is at its wall
GOAL = "#b1f048"  # that a hand is to lead the tool to
WAY_OUT = "#24e78b"  # where the tool is clear again
JOINT = "#de77d6"  # axes of joints
GRID = "#232c45"  # of the reference plane
SHADOW = "#232b36"  # of bodies, on that plane
ARM_SHADOW, STALE_SHADOW = "#5a5248", "#3a3f47"  # of the commanded arm
SUN = "#fff6a0"
PLATFORM = "#565d6b"
TARGET = "#8f9fbb"
ALARM = "#ff2a1f"


class Look(NamedTuple):
    """How a state is shown: never by colour alone."""

    symbol: str  # one that the console's font has
    colour: str


PLAIN = Look("", TEXT)

STATE_LOOKS: dict[str, Look] = {  # of everything that is in a state, by the word for it
    CommandState.PROPOSED: Look("·", DIM),
    CommandState.WAITING: Look("◌", TEXT),
    CommandState.VERIFIED: Look("✓", "#c8d86a"),
    CommandState.RELEASED: Look("→", UNDER_WAY),
    CommandState.AT_STATION: Look("◇", UNDER_WAY),
    CommandState.ON_AIR: Look("↑", "#5aaef5"),
    CommandState.ACCEPTED: Look("◐", "#52d1c8"),
    CommandState.STARTED: Look("◑", "#52d1b0"),
    CommandState.EXECUTED: Look("●", "#52d19a"),
    CommandState.CONFIRMED: Look("✔", GOOD),
    CommandState.CANCELLED: Look("⊘", STALE),
    CommandState.ROLLED_BACK: Look("↶", BAD),
    CommandState.EXPIRED: Look("◷", BAD),
    CommandState.REFUSED: Look("✖", BAD),
    CommandState.LOST: Look("⊗", BAD),
    "unknown": Look("?", WARN),  # what became of it, since contact ended
    State.REST: Look("○", TEXT),
    State.FILLING: Look("◐", GOOD),
    State.PLAN: Look("▶", GOOD),
    State.TELEOP: Look("▶", GOOD),
    State.RETREAT: Look("▶", WARN),
    State.STOPPING: Look("▼", WARN),
    State.HELD: Look("■", BAD),
    "rolled back": Look("↶", BAD),  # and nobody has armed since
    "stopped": Look("▼", WARN),
    "contact": Look("✔", GOOD),
    "ends soon": Look("▲", WARN),
    "ends now": Look("▲", BAD),
    "no contact": Look("⊘", WARN),  # as planned
    "no signal": Look("✖", BAD),
    "ok": Look("✔", GOOD),  # the link
    "quiet": Look("◌", WARN),
    "out of window": Look("⊘", WARN),
    "done": Look("✔", GOOD),  # a stage of HOLD
    "under way": Look("◐", UNDER_WAY),
    "held up": Look("◌", WARN),
    "not yet": Look("○", DIM),
    "failed": Look("✖", BAD),
    "well": Look("●", GOOD),  # a process
    "failing": Look("▲", BAD),
    "silent": Look("✖", BAD),
    "never heard": Look("○", STALE),
    "NOMINAL": Look("✔", GOOD),  # what came of a run
    "NOMINAL WITH FINDINGS": Look("▲", WARN),
    "OFF-NOMINAL": Look("✖", BAD),
    "ABORTED": Look("■", BAD),
    "failure": Look("✖", BAD),  # a finding
    "warning": Look("▲", WARN),
    "note": Look("·", TEXT),
}

COLOUR_SYMBOLS = {GOOD: "✔", WARN: "▲", BAD: "✖", STALE: "◷"}  # of colours that tell something by themselves


def look(word: str) -> Look:
    """Return how a state is shown; one that the table does not know is shown without a claim."""
    return STATE_LOOKS.get(word, PLAIN)


def colour_look(colour: str) -> Look:
    """Return a colour with its own symbol."""
    return Look(COLOUR_SYMBOLS.get(colour, ""), colour)


FONT = "DejaVu Sans"
LEAST_PX = 12  # of all text

STYLE = f"""
* {{ font-family: "{FONT}"; font-size: {LEAST_PX}px; color: {TEXT}; }}
QMainWindow, QWidget#ground {{ background: {BACKGROUND}; }}
QFrame#panel {{ background: {PANEL}; border: 1px solid {LINE}; border-radius: 4px; }}
QLabel {{ background: transparent; }}
QLabel#title {{ color: {DIM}; font-weight: bold; }}
QTableView {{ background: {PANEL}; border: none; }}
QListView {{ background: {BACKGROUND}; border: 1px solid {LINE}; border-radius: 3px; }}
QListView::item:selected {{ background: {LINE}; color: {TEXT}; }}
QTableView::item {{ padding: 0px 2px; }}
QHeaderView::section {{ background: {PANEL}; color: {DIM}; border: none; padding: 1px 3px; }}
QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; }}
QScrollBar:horizontal {{ background: {PANEL}; height: 8px; }}
QScrollBar::handle:horizontal {{ background: {LINE}; border-radius: 4px; min-width: 20px; }}
QScrollBar::add-line:horizontal, QScrollBar::sub-line:horizontal {{ width: 0px; }}
QScrollBar:vertical {{ background: {PANEL}; width: 8px; }}
QScrollBar::handle:vertical {{ background: {LINE}; border-radius: 4px; min-height: 20px; }}
QScrollBar::add-line:vertical, QScrollBar::sub-line:vertical {{ height: 0px; }}
QPushButton#view {{ background: {PANEL}; border: 1px solid {LINE}; border-radius: 3px; padding: 2px 6px; }}
QPushButton#answer {{ background: {PANEL}; border: 1px solid {TEXT}; border-radius: 3px; padding: 4px 16px;
                   font-size: 14px; font-weight: bold; }}
QPushButton#answer:hover {{ background: {LINE}; }}
QPushButton#small {{ background: {PANEL}; border: 1px solid {LINE}; border-radius: 3px; padding: 1px 2px;
                     min-width: 0px; }}
QPushButton#view:hover, QPushButton#small:hover {{ border-color: {DIM}; }}
QPushButton#view:checked, QPushButton#small:checked {{ background: {LINE}; border-color: {DIM}; }}
QPushButton#action {{ background: {BACKGROUND}; border: 1px solid {LINE}; border-radius: 3px;
                      padding: 4px 7px; font-weight: bold; }}
QPushButton#action:hover {{ border-color: {TEXT}; }}
QPushButton#action:pressed {{ background: {LINE}; }}
QComboBox, QComboBox QAbstractItemView, QLineEdit {{ background: {BACKGROUND}; border: 1px solid {LINE};
                                          border-radius: 3px; padding: 3px 8px; }}
QCheckBox::indicator {{ width: 12px; height: 12px; border: 1px solid {DIM}; border-radius: 3px; }}
QCheckBox::indicator:checked {{ background: {GOOD}; }}
QPushButton#hold {{ background: {HOLD}; color: #ffffff; border: 2px solid #ff8a80; border-radius: 6px;
                    font-size: 19px; font-weight: bold; padding: 0px; }}
QPushButton#hold:disabled {{ background: {LINE}; color: {DIM}; border-color: {DIM}; }}
QPushButton#hold:pressed {{ background: #ff5a4f; }}
"""
