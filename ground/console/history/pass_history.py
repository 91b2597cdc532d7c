"""The history of a pass: commands and events by time, of which those are lines that a person wants to see.

    commands  c c c   c c c c      merged by the time of their begin:  c c c e c c c c e
    events          e          e   wanted:                              c       c       e

It is gone through bit by bit, so that hours of motion keep no window waiting.  A command that changes was
new a moment ago: only what came after it is gone through again.
"""

from bisect import bisect_left
from collections.abc import Callable
from typing import NamedTuple

from ground.console.facts.command_rows import CommandRow, Commands
from ground.console.facts.pass_events import PassEvent, PassEvents

NO_EVENTS = PassEvents()


class HistoryLine(NamedTuple):
    """A line: a command or an event, by its place since the first one ever."""

    is_command: bool
    place: int


IsWanted = Callable[[CommandRow | PassEvent], bool]


class PassHistory:
    """The lines that are wanted."""

    def __init__(self) -> None:
        """Want everything."""
        self.lines: list[HistoryLine] = []
        self.commands, self.events = Commands(), NO_EVENTS
        self._is_wanted: IsWanted = lambda each: True
        self._command = self._event = 0  # the next of each, by place

    @property
    def left(self) -> int:
        """How many have not been gone through yet."""
        return self.commands.end - self._command + self.events.dropped + len(self.events.rows) - self._event

    def choose(self, is_wanted: IsWanted) -> None:
        """Want others from now on."""
        self._is_wanted = is_wanted
        self._begin()

    def show(self, commands: Commands, events: PassEvents) -> int:
        """Take what is known now; return the first line that is gone through again."""
        before, self.commands, self.events = self.commands, commands, events
        if commands.dropped < before.dropped or commands.end < before.end:
            return self._begin()
        known = len(self.lines)
        if commands.dropped > before.dropped or (self.lines and not self._is_kept(self.lines[0])):
            self.lines[:] = filter(self._is_kept, self.lines)
        is_shorter = len(self.lines) < known
        self._command = max(self._command, commands.dropped)
        self._event = max(self._event, events.dropped)
        changed = next(commands.changed_places(before), commands.end) if commands is not before else None
        if changed is not None and commands.dropped <= changed < self._command:
            self._go_back(changed)
        return 0 if is_shorter else len(self.lines)

    def go_on(self, most: int) -> None:
        """Go through some more."""
        for _ in range(min(most, self.left)):
            line = self._next()
            if self._is_wanted(self.at(line)):
                self.lines.append(line)

    def at(self, line: HistoryLine) -> CommandRow | PassEvent:
        """Return what a line is."""
        if line.is_command:
            return self.commands.at(line.place)
        return self.events.rows[line.place - self.events.dropped]

    def _next(self) -> HistoryLine:
        """Take the older one of the next command and the next event."""
        event_at = self._event - self.events.dropped
        has_event = event_at < len(self.events.rows)
        has_command = self._command < self.commands.end
        is_command = has_command and not (
            has_event and self.events.rows[event_at].at_ns < self.commands.at(self._command).begun_ns
        )
        if is_command:
            self._command += 1
            return HistoryLine(True, self._command - 1)
        self._event += 1
        return HistoryLine(False, self._event - 1)

    def _go_back(self, place: int) -> None:
        """Go through all again from a command on."""
        at_ns = self.commands.at(place).begun_ns
        event = self.events.dropped + bisect_left(self.events.rows, at_ns, key=lambda each: each.at_ns)
        self._command, self._event = place, min(event, self._event)
        while self.lines and self.lines[-1].place >= (place if self.lines[-1].is_command else self._event):
            self.lines.pop()

    def _is_kept(self, line: HistoryLine) -> bool:
        return line.place >= (self.commands.dropped if line.is_command else self.events.dropped)

    def _begin(self) -> int:
        self.lines.clear()
        self._command, self._event = self.commands.dropped, self.events.dropped
        return 0
