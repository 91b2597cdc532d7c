"""Colours, symbols and style sheet of the console.

Mode is the frame's colour: OPERATION red, REHEARSAL amber, REPLAY blue.  Commanded and telemetered differ by
style (solid, wireframe) before they differ by colour.  Beside every colour that tells something stands a
symbol, for a person who cannot tell colours apart: a state's own from `STATE_LOOKS`, else the colour's from
`COLOUR_SYMBOLS`.
"""

from typing import NamedTuple

from telemetry.agreed.authority import State
from telemetry.messages.command import CommandState


class ModeLook(NamedTuple):
    """How a mode is shown."""

    title: str
    colour: str
    ink: str  # on that colour


MODE_LOOKS = {
    "live": ModeLook("OPERATION", "#d92d20", "#ffffff"),
    "rehearsal": ModeLook("REHEARSAL", "#f5a400", "#1a1200"),
    "replay": ModeLook("REPLAY", "#2f80ed", "#ffffff"),
}

RUN_OVER_LOOK = ModeLook("RUN OVER", "#5b6675", "#ffffff")  # in the place of the mode

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

COMMANDED = "#f2b84b"  # solid
SEEN = "#63d4ff"  # wireframe
NOW = "#f4f7fb"  # dotted
PLANNED = "#b58cff"  # path and end of a plan
MARGIN = "#e07fb0"  # required clearance
CAMERA = "#86b58f"
FIXTURE = "#6aa2ff"  # that leads the hand; translucent
TOUCHED = "#d3e3ff"  # where the hand is at its wall
GOAL = "#b8f34d"  # that a hand is to lead the tool to
SUN = "#ffe066"
PLATFORM = "#667080"
TARGET = "#8f9db5"
ALARM = "#ff2a1f"


class Look(NamedTuple):
    """How a state is shown: never by colour alone."""

    symbol: str  # one that the console's font has
    colour: str


PLAIN = Look("", TEXT)

STATE_LOOKS: dict[str, Look] = {  # of everything that is in a state, by the word for it
    CommandState.PROPOSED: Look("·", DIM),
    CommandState.WAITING: Look("◌", WARN),
    CommandState.VERIFIED: Look("✓", "#c8d86a"),
    CommandState.RELEASED: Look("→", "#7cc7ff"),
    CommandState.AT_STATION: Look("◇", "#7cc7ff"),
    CommandState.ON_AIR: Look("↑", "#5aaef5"),
    CommandState.ACCEPTED: Look("◐", "#52d1c8"),
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
    "done": Look("✔", GOOD),  # a stage of HOLD
    "under way": Look("◐", WARN),
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
QPushButton#answer {{ background: {PANEL}; border: 1px solid {WARN}; border-radius: 3px; padding: 4px 16px;
                   font-size: 14px; font-weight: bold; }}
QPushButton#answer:hover {{ border-color: {TEXT}; }}
QPushButton#view:hover {{ border-color: {DIM}; }}
QPushButton#view:checked {{ background: {LINE}; border-color: {DIM}; }}
QPushButton#action {{ background: {BACKGROUND}; border: 1px solid {LINE}; border-radius: 3px;
                      padding: 4px 7px; font-weight: bold; }}
QPushButton#action:hover {{ border-color: {TEXT}; }}
QPushButton#action:pressed {{ background: {LINE}; }}
QComboBox, QComboBox QAbstractItemView, QLineEdit {{ background: {BACKGROUND}; border: 1px solid {LINE};
                                          border-radius: 3px; padding: 3px 8px; }}
QCheckBox::indicator {{ width: 12px; height: 12px; border: 1px solid {DIM}; border-radius: 3px; }}
QCheckBox::indicator:checked {{ background: {GOOD}; }}
QPushButton#hold {{ background: {HOLD}; color: #ffffff; border: 2px solid #ff8a80; border-radius: 6px;
                    font-size: 26px; font-weight: bold; }}
QPushButton#hold:disabled {{ background: {LINE}; color: {DIM}; border-color: {DIM}; }}
QPushButton#hold:pressed {{ background: #ff5a4f; }}
"""
