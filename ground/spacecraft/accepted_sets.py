"""The end of a spacecraft under every key set that it takes: what is installed there and not revoked.

    a packet up ---> the end of the set that it names ---> a start, a telecommand, or a pass that begins
                                                           |-- the arm is latched
                                                           '-- its sender's pass under any other set is over

So the ground may begin with the next set while the spacecraft goes on, and a revoked one ends at once.
"""

from collections import Counter
from collections.abc import Callable, Mapping

import msgspec

from ground.rehearsal.spacecraft.spacecraft_end import GROUND, BegunPass, CameUp, PassEnd
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError
from telemetry.keys.set_folder import KeyPlace
from telemetry.messages.base import Message
from telemetry.network.event_log import EventLog
from telemetry.wire.packet import HEAD_BYTES
from telemetry.wire.protection.header import key_id_in

Places = Mapping[int, KeyPlace | None]  # by key id; None: that of a station without keys
BeginUnder = Callable[[KeyPlace | None], PassEnd]


class ServedPass(msgspec.Struct, frozen=True, kw_only=True):
    """A pass that was begun."""

    at_s: float  # since the spacecraft's beginning
    sender: str  # bridge, or second_uplink
    pass_id: str


class AcceptedSets:
    """The ends of all sets (`ground.rehearsal.spacecraft.spacecraft_end.SpacecraftEnd`)."""

    def __init__(self, look: Callable[[], Places], begin: BeginUnder, log: EventLog) -> None:
        """Take the sets that `look` finds; `begin` makes the end of one.

        Raises:
            SafetyError: there is none, or a key may not be used.
        """
        self._look, self._begin, self._log = look, begin, log
        self._ends: dict[int, PassEnd] = {}
        self._newest: PassEnd | None = None  # under which the ground has begun a pass last
        self.passes: list[ServedPass] = []
        self._take(look())

    @property
    def key_ids(self) -> list[int]:
        """Of the sets that it takes now, the one in use first."""
        return list(self._ends)

    @property
    def refused(self) -> Mapping[str, int]:
        """How many packets came to nothing, by reason."""
        return sum((Counter(end.refused) for end in self._ends.values()), Counter())

    def refresh(self) -> None:
        """Take sets that were installed meanwhile, and no more those that were revoked."""
        try:
            self._take(self._look())
        except FileError as error:
            self._log.count("keys:", str(error))

    def on_packet(self, packet: bytes, now_ns: int) -> CameUp | None:
        """Return what has come up, if it is proven to be new."""
        named = self._ends.get(key_id_in(packet, HEAD_BYTES))
        end = named or next(iter(self._ends.values()))  # any other refuses it by its reason
        came = end.on_packet(packet, now_ns)
        if isinstance(came, BegunPass):
            self._note(came, now_ns)
            for other in self._ends.values():
                if other is not end:
                    other.forget(came.sender)
            self._newest = end if came.sender == GROUND else self._newest
        return came

    def packets(self, message: Message, now_ns: int) -> list[bytes]:
        """Return a message as the packets in which it goes down; before the first pass there are none."""
        return [] if self._newest is None else self._newest.packets(message, now_ns)

    def _take(self, places: Places) -> None:
        self._ends = {
            key_id: self._ends.get(key_id) or self._begin(place) for key_id, place in places.items()
        }
        if self._newest not in self._ends.values():
            self._newest = None

    def _note(self, begun: BegunPass, now_ns: int) -> None:
        self.passes.append(ServedPass(at_s=now_ns / NS_PER_S, sender=begun.sender, pass_id=begun.pass_id))
        self._log.say(f"pass {begun.pass_id} of {begun.sender} has begun: the arm is latched")
