"""What the recorder receives of a participant of whose inputs nothing is kept: that there were some.

`Tap` hands over every input; this one hands over a single record of all since the one before, when the driver
asks for it, with the instant at which `Tap` would have handed over last.  So what the recorder says of roles
that are silent is the same.  Nothing can be read of such a recording.
"""

from typing import NamedTuple, Protocol

from telemetry.agreed.participants import RECORDER
from telemetry.life.contract import Persist
from telemetry.messages.base import Message
from telemetry.messages.health import Given, Tapped
from telemetry.recording.given.driver_records import DriverRecord
from telemetry.recording.given.tap import RUN_NS, is_sent_up
from telemetry.wire.routes import Carrier


class HasTime(Protocol):
    """A driver, as far as it is asked."""

    now_ns: int  # of the run


class HandedOver(NamedTuple):
    """What is handed over, and when `Tap` would have done it."""

    tapped: Tapped
    at_ns: int


class CountedTap:
    """Knows when one life of a participant was given something."""

    def __init__(self, participant: str, life: int, run: HasTime) -> None:
        """Begin a life in a run, whose time its own clock may not show."""
        self._name, self._life = participant, life
        self._run = run
        self._writes = participant == RECORDER
        self._number = 1  # of the next record
        self._handed_ns: int | None = None  # since the last record
        self._run_since_ns: int | None = None  # begin of a run of ticks

    def on_packet(self, data: bytes, at_ns: int) -> None:
        """Note what came off the bus."""
        self._handed_ns, self._run_since_ns = self._run.now_ns, None

    def on_driver_input(self, what: DriverRecord, at_ns: int) -> None:
        """Note an input that the driver made."""
        self._hand_over()

    def on_persisted(self, effect: Persist, at_ns: int) -> None:
        """Note that a record is durable."""
        if not self._writes:
            self._hand_over()

    def on_sent(self, message: Message, at_ns: int) -> None:
        """Note what went up."""
        if is_sent_up(self._name, type(message)):
            self._hand_over()

    def on_refused(self, data: bytes, at_ns: int, *, carrier: Carrier, reason: str) -> None:
        """Note what was refused."""
        self._hand_over()

    def on_tick(self, at_ns: int) -> None:
        """Note a tick."""
        if self._writes:
            return
        if self._run_since_ns is None:
            self._run_since_ns = at_ns
        if not 0 <= at_ns - self._run_since_ns < RUN_NS:
            self._hand_over()

    def hand_over(self) -> None:
        """Note that what follows must not leave before all so far is on record."""
        if self._run_since_ns is not None:
            self._hand_over()

    def end(self, at_ns: int) -> None:
        """Note that nothing follows."""
        self._hand_over()

    def _hand_over(self) -> None:
        self._handed_ns, self._run_since_ns = self._run.now_ns, None

    def take_record(self) -> HandedOver | None:
        """Return a record for all since the last one; None: there was nothing."""
        at_ns, self._handed_ns = self._handed_ns, None
        if at_ns is None:
            return None
        number, self._number = self._number, self._number + 1
        given = (Given(at_ns=at_ns, packet=b""),)
        return HandedOver(Tapped(role=self._name, life=self._life, number=number, given=given), at_ns)
