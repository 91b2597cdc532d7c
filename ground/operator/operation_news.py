"""Commands that move no joint, as far as they are news: fired, done, or disarmed and why."""

from collections.abc import Iterator
from typing import NamedTuple

from telemetry.messages.command import CommandState
from telemetry.messages.operations import Operation
from telemetry.messages.queue import CommandChange, OperationArguments


class OperationStep(NamedTuple):
    """How far a command without motion is, as far as that is news."""

    operation: Operation
    state: CommandState
    reason: str


class OperationNews:
    """What was asked for, by number, until it has ended: its arguments come but once."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._open: dict[tuple[int, int], Operation] = {}

    def on_changes(self, changes: tuple[CommandChange, ...]) -> Iterator[OperationStep]:
        """Yield which were fired, and how each has ended."""
        for each in changes:
            number = (each.epoch, each.seq)
            if isinstance(each.arguments, OperationArguments):
                self._open[number] = each.arguments.operation
            operation = self._open.get(number) if each.kind == "operation" else None
            if operation is None:
                continue
            if each.state.is_end or each.state is CommandState.RELEASED:
                yield OperationStep(operation, each.state, each.reason)
            if each.state.is_end:
                del self._open[number]
