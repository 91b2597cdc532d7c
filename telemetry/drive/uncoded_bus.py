"""The bus of virtual time on which messages go as they are: not packed, sealed, opened or proven.

    send ---> the message and its sender's number ---> seams, for each receiver ---> its windows ---> message

For flights of which nothing is kept and in which nothing acts on octets: who receives what, when and in which
order is the same as on the bus of sealed bytes, and so is what a receiver refuses for its number.  Packets
that cross the space link, and pictures, are bytes here too: the ends of the link make and open them.

What is refused for its octets is not found here, so flights are compared with those on the other bus
(`tests.system.test_uncoded_flights`).
"""

from collections.abc import Sequence

from telemetry.agreed.participants import Speakers
from telemetry.drive.seams import Parcel, Seams
from telemetry.drive.virtual_bus import Admitted, Arriving, Calm, OnItsWay, Uncoded, VirtualBus
from telemetry.life.boot import Boot
from telemetry.life.contract import Send
from telemetry.messages.base import wire_name
from telemetry.wire.codec import Received
from telemetry.wire.protection.arrival import Rejection, Window
from telemetry.wire.protection.header import Body
from telemetry.wire.protection.heard_numbers import is_replay
from telemetry.wire.protection.stream_session import ACCEPTED, WINDOW, number_in_window
from telemetry.wire.routes import AS_THEY_ARE, Carrier

_REFUSED = Admitted(None, ((b"", Rejection.REPLAY.value),))


class UncodedBus(VirtualBus):
    """A bus that carries messages."""

    def __init__(self, present: Sequence[str], speakers: Speakers, *, seed: int) -> None:
        """Start without connections, as the bus of bytes does."""
        super().__init__(present, speakers, seed=seed)
        self._rows = {row.name: row for row in speakers.participants}
        self._epochs: dict[str, int] = {}
        self._windows: dict[tuple[str, str], Window] = {}  # of what comes to one from another

    def join(self, name: str, boot: Boot) -> None:
        """Begin a life of a participant."""
        super().join(name, boot)
        self._epochs[name] = boot.epoch
        self._windows = {ends: window for ends, window in self._windows.items() if name not in ends}

    def send(self, sender: str, effect: Send, *, seams: Seams, now_ns: int) -> list[Arriving]:
        """Return what comes to each receiver of a message, as far as the seams let it.

        Raises:
            RuntimeError: the participant is no sender of it, or a seam acts on octets.
        """
        message, to, present = effect.message, effect.to, self._readers
        carrier, receivers = self._exit(sender, type(message))
        if carrier in AS_THEY_ARE:
            return super().send(sender, effect, seams=seams, now_ns=now_ns)
        number = self._wires[sender].numbering.count()
        there = [name for name in receivers if name in present and (not to or to == name)]
        if type(seams) is Seams:  # no trouble at all: most runs
            calm = Calm(sender, message, carrier)
            return [(name, 0, calm) for name in there]
        admitted = Admitted(Received(sender, message, None))
        body, pieces = Body(self._rows[sender], self._epochs[sender], number, b""), (b"%d" % number,)
        arriving: list[Arriving] = []
        for name in there:
            came = Uncoded(admitted, carrier, body, self._window(sender, name, carrier))
            for late_ns, copy in seams.copies(Parcel(sender, name, message, pieces), now_ns):
                if copy is not pieces:
                    raise RuntimeError(f"octets of {wire_name(type(message))} are altered, and it has none")
                arriving.append((name, late_ns, came))
        return arriving

    def receive(self, name: str, passage: OnItsWay) -> Admitted:
        """Judge what has come to a participant by its number."""
        if not isinstance(passage, Uncoded):
            return super().receive(name, passage)
        admitted, carrier, body, window = passage
        if window is not None:
            is_refused = window.on_number(number_in_window(body)) not in ACCEPTED
        else:
            is_refused = is_replay(self._numbers[name].on_body(body, carrier), carrier)
        if not is_refused:
            return admitted
        self.rejected[Rejection.REPLAY.value] += 1
        return _REFUSED

    def _window(self, sender: str, receiver: str, carrier: Carrier) -> Window | None:
        if carrier != "stream":
            return None
        ends = (sender, receiver)
        return self._windows.get(ends) or self._windows.setdefault(ends, Window(WINDOW))
