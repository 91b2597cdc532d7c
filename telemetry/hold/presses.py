"""Presses of HOLD: which are new to a receiver, and the bridge's repeats until the latch is reported.

    press -> up at once, and again every period -+-> a report that can know of the newest press: latched
             press -> the same, from its instant +-> 30 s after the newest press
    in every report of the bridge --------------------------------------> until a resume has gone up

A copy of a press begins nothing.  The bridge's press is remembered on disk, after it went up, so that a
bridge that restarts goes on within the 30 s.  One that cannot read whether there was one begins one.
"""

from collections import deque
from collections.abc import Set

import msgspec

from telemetry.agreed.limits import HOLD_REPEATED_NS
from telemetry.life.contract import NEVER_NS, Persist, Store
from telemetry.life.memo import Memo
from telemetry.messages.command import HoldCommand

PRESSES_KEPT = 256


class Presses:
    """The newest presses, from whomever."""

    def __init__(self) -> None:
        """Start with none."""
        self._newest: deque[HoldCommand] = deque(maxlen=PRESSES_KEPT)

    def __len__(self) -> int:
        """Return how many are remembered."""
        return len(self._newest)

    def on_hold(self, hold: HoldCommand) -> bool:
        """Remember a press; False if it is a copy."""
        if hold in self._newest:
            return False
        self._newest.append(hold)
        return True


def with_believed_actor(hold: HoldCommand, sender: str, scripts: Set[str]) -> HoldCommand:
    """Return a press with the actor that a receiver may believe: only a script presses in its own name."""
    if hold.actor in scripts or sender in scripts:
        return msgspec.structs.replace(hold, actor=sender)
    return hold


HOLD_LOG = "hold"
_NONE = msgspec.msgpack.encode(None)


class _Press(msgspec.Struct, frozen=True, kw_only=True):
    """The newest press, which no resume has left; times are the run's."""

    command: HoldCommand
    known_ns: int  # no report received earlier can show its effect
    until_ns: int
    is_open: bool  # it is repeated


class HoldRepeat:
    """Presses of HOLD: the newest stands for all."""

    def __init__(self, store: Store, *, period_ns: int, round_trip_ns: int) -> None:
        """Go on where the bridge before this one was.

        Raises:
            msgspec.DecodeError: a whole record that is none.
        """
        self._period_ns, self._round_trip_ns = period_ns, round_trip_ns
        self._presses = Presses()
        self._memo = Memo(store, HOLD_LOG, empty=_NONE)
        self._is_forgotten = self._memo.newest is None
        self._press = msgspec.msgpack.decode(self._memo.newest or _NONE, type=_Press | None)
        self.due_ns = -NEVER_NS if self.is_open or self._is_forgotten else NEVER_NS

    @property
    def command(self) -> HoldCommand | None:
        """The newest press, until a resume has gone up."""
        return self._press.command if self._press else None

    @property
    def is_open(self) -> bool:
        """True while HOLD is repeated."""
        return self._press is not None and self._press.is_open

    def on_hold(self, hold: HoldCommand, now_ns: int) -> list[HoldCommand]:
        """Accept a press; return what goes up now: nothing for a copy of an earlier one."""
        if not self._presses.on_hold(hold):
            return []
        before = self._press
        self._press = _Press(
            command=hold,
            known_ns=max(now_ns + self._round_trip_ns, before.known_ns if before else now_ns),
            until_ns=max(now_ns + HOLD_REPEATED_NS, before.until_ns if before else now_ns),
            is_open=True,
        )
        self.due_ns = now_ns + self._period_ns
        return [hold]

    def take_due(self, now_ns: int) -> list[HoldCommand]:
        """Return what goes up again now."""
        if self._is_forgotten:
            self._is_forgotten = False
            return self.on_hold(HoldCommand(actor="bridge", pressed_ns=now_ns, nonce=0), now_ns)
        if self._press is None or now_ns < self.due_ns:
            return []
        if now_ns >= self._press.until_ns:
            self._close(self._press)
            return []
        self.due_ns = now_ns + self._period_ns
        return [self._press.command]

    def on_latch(self, now_ns: int) -> None:
        """End the repeats if a latch reported now can be the newest press's."""
        if self._press is not None and now_ns >= self._press.known_ns:
            self._close(self._press)

    def on_resume(self) -> None:
        """Forget the press: a resume has gone up."""
        self._press = None

    def _close(self, press: _Press) -> None:
        self._press, self.due_ns = msgspec.structs.replace(press, is_open=False), NEVER_NS

    def write(self, now_ns: int) -> list[Persist]:
        """Return what makes the present state durable."""
        return self._memo.write(msgspec.msgpack.encode(self._press), now_ns)

    def on_write_failed(self, now_ns: int) -> None:
        """Note that a record could not be written."""
        self._memo.on_write_failed(now_ns)
