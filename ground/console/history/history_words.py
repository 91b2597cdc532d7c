"""How the history of a pass reads, line by line, and which lines a person wants to see.

time       no.    what                           source       state         note
T+00:42.3  3.12   J2 +1.4°, tool 612 -33 204 mm  #12 pass     ✔ confirmed   in orbit T+00:45.8
T+00:44.1         ArmPlan                        console      ✔ taken
"""

from collections.abc import Callable
from typing import NamedTuple

from ground.console.facts.command_rows import CommandRow
from ground.console.facts.pass_events import GATE, PLANNER, PassEvent
from ground.console.history.command_folds import FAILED_STATES
from ground.console.history.pass_history import HistoryLine, IsWanted, PassHistory
from ground.console.texts import formats, theme
from ground.console.texts.command_words import CommandWords, ShownMoment
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.command import CommandState
from telemetry.messages.queue import PlanSource, SetPointArguments, TeleopSource

ANY, ANYBODY = "any state", "any source"
STATES: dict[str, Callable[[CommandRow], bool]] = {  # of commands; an event stands in none of them
    "waiting": lambda row: row.is_in_queue,
    "in flight": lambda row: row.is_away,
    "confirmed": lambda row: row.state is CommandState.CONFIRMED,
    "cancelled": lambda row: row.state is CommandState.CANCELLED,
    "refused, lost, rolled back": lambda row: row.state in FAILED_STATES,
}
ACTS = "acts and stops"  # events, HOLD, RESUME
BY_PLAN, BY_HAND, BY_GATE, BY_PLANNER, BY_PEOPLE = "plan", "hand", GATE, PLANNER, "persons and scripts"
STATE_CHOICES = (ANY, *STATES, ACTS)
SOURCE_CHOICES = (ANYBODY, BY_PLAN, BY_HAND, BY_GATE, BY_PLANNER, BY_PEOPLE)
MAX_CLOCK_PARTS = 3  # hours, minutes, seconds


class HistoryFilter(NamedTuple):
    """What a person wants to see."""

    text: str = ""
    state: str = ANY
    source: str = ANYBODY
    from_s: float | None = None  # mission time; None: from the begin
    until_s: float | None = None


class HistoryWords:
    """Reads lines of a history out, at one moment after another."""

    def __init__(self, words: CommandWords, history: PassHistory) -> None:
        """Take the words of commands."""
        self.words, self._history = words, history
        self.moment = ShownMoment()

    def time(self, line: HistoryLine) -> str:
        """Return when it began."""
        each = self._history.at(line)
        return formats.mission_time(each.at_ns if isinstance(each, PassEvent) else each.begun_ns)

    def number(self, line: HistoryLine) -> str:
        """Return the number of a command."""
        each = self._history.at(line)
        return "" if isinstance(each, PassEvent) else self.words.number(each)

    def what(self, line: HistoryLine) -> str:
        """Return what was done, with its arguments."""
        each = self._history.at(line)
        if isinstance(each, PassEvent):
            return each.what
        place = self.words.tool(each)
        return f"{self.words.item(each)}, tool {place} mm" if place else self.words.item(each)

    def source(self, line: HistoryLine) -> str:
        """Return who did it or asked for it."""
        each = self._history.at(line)
        return each.who if isinstance(each, PassEvent) else self.words.source(each)

    def state(self, line: HistoryLine) -> str:
        """Return the state, or what an act came to."""
        each = self._history.at(line)
        if isinstance(each, PassEvent):
            return f"{_mark(each)} {each.answer}"
        return self.words.state(each, self.moment)

    def state_colour(self, line: HistoryLine) -> str:
        """Return its colour."""
        each = self._history.at(line)
        if isinstance(each, PassEvent):
            return theme.TEXT if each.is_good else theme.BAD
        return self.words.colour(each, self.moment)

    def note(self, line: HistoryLine) -> str:
        """Return why, or when it is in orbit."""
        each = self._history.at(line)
        return each.detail if isinstance(each, PassEvent) else self.words.note(each, self.moment)

    def whole(self, line: HistoryLine) -> str:
        """Return everything, in lines."""
        each = self._history.at(line)
        if isinstance(each, CommandRow):
            return self.words.whole(each, self.moment)
        return "\n".join(filter(None, (f"{each.what} of {each.who}", self.state(line), each.detail)))

    def is_wanted(self, chosen: HistoryFilter) -> IsWanted:
        """Return what tells whether a command or an event is wanted."""
        text = chosen.text.strip().lower()

        def wanted(each: CommandRow | PassEvent) -> bool:
            at_ns = each.at_ns if isinstance(each, PassEvent) else each.begun_ns
            return (
                _is_in(at_ns / NS_PER_S, chosen)
                and _is_in_state(each, chosen.state)
                and chosen.source in (ANYBODY, _source_kind(each))
                and (not text or text in self._text(each).lower())
            )

        return wanted

    def _text(self, each: CommandRow | PassEvent) -> str:
        """Return what a person can look for."""
        if isinstance(each, PassEvent):
            return "  ".join(each[1:5])
        words = self.words
        cells = words.number(each), words.item(each), words.source(each), words.state(each, self.moment)
        return "  ".join((*cells, words.note(each, self.moment)))


def clock_s(text: str) -> float | None:
    """Return a mission time that a person has typed: 90, 1:30 or 0:01:30.5 [s]; None: nothing was typed.

    Raises:
        ValueError: it is no time.
    """
    parts = text.strip().removeprefix("T+").split(":")
    if parts == [""]:
        return None
    if len(parts) > MAX_CLOCK_PARTS or not all(part.replace(".", "", 1).isdigit() for part in parts):
        raise ValueError(f"no time: {text!r}; write seconds, m:ss or h:mm:ss")
    seconds = 0.0
    for part in parts:
        seconds = 60.0 * seconds + float(part)
    return seconds


def _mark(event: PassEvent) -> str:
    return theme.COLOUR_SYMBOLS[theme.GOOD if event.is_good else theme.BAD]


def _is_in(at_s: float, chosen: HistoryFilter) -> bool:
    is_late = chosen.from_s is None or at_s >= chosen.from_s
    return is_late and (chosen.until_s is None or at_s <= chosen.until_s)


def _is_in_state(each: CommandRow | PassEvent, state: str) -> bool:
    if state == ANY:
        return True
    if state == ACTS:
        return isinstance(each, PassEvent) or each.kind in ("hold", "resume")
    return isinstance(each, CommandRow) and STATES[state](each)


def _source_kind(each: CommandRow | PassEvent) -> str:
    if isinstance(each, PassEvent):
        return each.who if each.who in (GATE, PLANNER) else BY_PEOPLE
    match each.arguments.source if isinstance(each.arguments, SetPointArguments) else None:
        case PlanSource():
            return BY_PLAN
        case TeleopSource():
            return BY_HAND
    return BY_PEOPLE if each.kind == "hold" else BY_GATE
