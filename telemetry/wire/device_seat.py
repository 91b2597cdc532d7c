"""Who of those at the door has the handle: one device at a time.

    line, line, line --- hear ---> the seat ---> deliver(state)      the first with a valid hello has it
                                      `---> DeviceError              whoever comes while it is taken

Whoever has the seat and says nothing for as long as a dead-man may be old has let go: it keeps the seat until
another device comes, which takes it.  So a program that has died is in nobody's way, and one that only was
held up goes on.

A role is told of a state at most every 5 ms, the newest; what a hand presses or lets go is told at once.
"""

from collections.abc import Callable

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.device import DeviceState
from telemetry.wire.device_line import DeviceError, DeviceLine

DELIVERED_NS = NS_PER_S // 200  # between two states that are delivered


class DeviceSeat:
    """The place of the one device."""

    def __init__(self, deliver: Callable[[DeviceState], None]) -> None:
        """Nobody sits here."""
        self._deliver = deliver
        self.taken_by: DeviceLine | None = None
        self._told: DeviceState | None = None
        self._told_ns = 0

    def on_body(self, line: DeviceLine, body: bytes, now_ns: int) -> None:
        """Take a state of whoever has the seat, or takes it by this.

        Raises:
            DeviceError: why this program is sent away.
        """
        state = line.on_body(body, now_ns)
        if state is None:
            return
        if self.taken_by is not line and (self.taken_by is None or self.taken_by.has_let_go(now_ns)):
            self.taken_by, self._told = line, None
        if self.taken_by is not line:
            raise DeviceError(f"{line.name} is the second device; {self.taken_by.name} has the handle")
        if self._told is None or self._is_due(state, self._told, now_ns):
            self._told, self._told_ns = state, now_ns
            self._deliver(state)

    def on_left(self, line: DeviceLine) -> None:
        """Give the seat up, if this one has it."""
        if self.taken_by is line:
            self.taken_by = self._told = None

    def _is_due(self, state: DeviceState, told: DeviceState, now_ns: int) -> bool:
        return now_ns - self._told_ns >= DELIVERED_NS or _pressed(state) != _pressed(told)


def _pressed(state: DeviceState) -> tuple[bool, bool, bool]:
    return state.dead_man, state.left_button, state.right_button
