"""The lives of a run's commands: each open one, each that went wrong, and of the others their number.

proposed ... released ... confirmed      one end: after many more have ended only that end is counted
proposed ... confirmed ... lost          two ends: kept for good
proposed ... released                    none: kept
"""

from collections import Counter, deque

from telemetry.messages.command import CommandState
from telemetry.messages.queue import CommandChanges

CommandNumber = tuple[str, int, int]  # kind, epoch, sequence

KEPT_ENDS = 4096  # newest commands that have ended: a second end of one of these is seen


class CommandEnds:
    """The states of each command in order."""

    def __init__(self) -> None:
        """Begin with no command."""
        self.lives: dict[CommandNumber, list[str]] = {}
        self._ended = deque[CommandNumber]()
        self._counted: Counter[str] = Counter()  # ends of those that are not kept any more
        self._first_epoch = 0  # of the gate that speaks

    def on_command_changes(self, message: CommandChanges) -> None:
        """Take new states; what an earlier gate has left unfinished ends with it."""
        if message.first_epoch > self._first_epoch:
            self._first_epoch = message.first_epoch
            for number, life in self.lives.items():
                state = CommandState(life[-1])
                if number[1] < message.first_epoch and not state.is_end:
                    life.append(state.end_without_gate.value)
                    self._ended.append(number)
        for change in message.changes:
            number = change.kind, change.epoch, change.seq
            self.lives.setdefault(number, []).append(change.state.value)
            if change.state.is_end:
                self._ended.append(number)
        while len(self._ended) > KEPT_ENDS:
            self._count(self._ended.popleft())

    def end_states(self) -> dict[str, int]:
        """Count the commands by the state that each is in now."""
        return dict(sorted((self._counted + Counter(life[-1] for life in self.lives.values())).items()))

    def without_one_end(self) -> list[CommandNumber]:
        """Return the commands that have ended more than once, not at all, or went on after their end."""
        return [number for number, life in self.lives.items() if not _has_one_end(life)]

    def _count(self, number: CommandNumber) -> None:
        life = self.lives.get(number)
        if life is not None and _has_one_end(life):
            del self.lives[number]
            self._counted[life[-1]] += 1


def _has_one_end(life: list[str]) -> bool:
    return sum(CommandState(state).is_end for state in life) == 1 and CommandState(life[-1]).is_end
