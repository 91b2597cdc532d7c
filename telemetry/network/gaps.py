"""Datagrams of the station's own groups that a receiver has missed: the counts of each sender tell.

    bridge   Telemetry  7  8  9  10 | 0  1         each sender counts each kind by itself, and anew
    gate     hears      7     9  10 | 0  1         when it is restarted: 1 missed

A sender that was restarted is known by a later stamp under a lower number of its protection header.  What a
life of a sender had said before its first datagram that was heard is not known, so it is not missed.

The picture group is left out: its packets bear the spacecraft's own counts, with the gaps of the space link.
"""

from collections import defaultdict
from typing import NamedTuple

from telemetry.link.measured import SequenceMonitor
from telemetry.participants import PARTICIPANTS, Participants
from telemetry.wire.packet import Packet, Rejection, unpack
from telemetry.wire.protection import Unwrapped, mode_number, run_octets, unwrap


class _Life:
    """One life of a sender: how far it has come, and what was heard of each kind that it says."""

    def __init__(self, packet: Packet, body: Unwrapped) -> None:
        self.began_ns = self.newest_ns = packet.at_ns
        self.boot_epoch, self.sequence = body.boot_epoch, body.sequence
        self.kinds: defaultdict[int, SequenceMonitor] = defaultdict(SequenceMonitor)  # by APID

    def is_over(self, packet: Packet, body: Unwrapped) -> bool:
        """True if the sender counts anew."""
        is_anew = body.boot_epoch > self.boot_epoch or body.sequence < self.sequence
        return packet.at_ns > self.newest_ns and is_anew

    def hear(self, packet: Packet, body: Unwrapped) -> int:
        """Take a datagram; returns how many more are missed than before."""
        if packet.at_ns < self.began_ns:
            return 0  # of the life before
        self.newest_ns = max(self.newest_ns, packet.at_ns)
        self.sequence = max(self.sequence, body.sequence)
        monitor = self.kinds[packet.apid]
        before = monitor.lost
        monitor.observe(packet.sequence_count)
        return monitor.lost - before


class Missed(NamedTuple):
    """What one datagram shows to be missing."""

    sender: str
    datagrams: int  # below 0: it is one itself, and late


class Gaps:
    """What one receiver has missed, of all senders of its run."""

    def __init__(self, *, mode: str, run_id: str, participants: Participants = PARTICIPANTS) -> None:
        """Listen to one mode and one run only; ValueError: unknown mode."""
        self._participants = participants
        self._mode, self._run = mode_number(mode), run_octets(run_id)
        self._lives: dict[int, _Life] = {}
        self.missed = 0  # datagrams, of all lives

    def hear(self, data: bytes) -> Missed | None:
        """Take a datagram; None: it is nobody's of this run, or shows nothing."""
        packet = unpack(data)
        if isinstance(packet, Rejection):
            return None
        body = unwrap(packet.body, self._mode, self._run)
        if isinstance(body, Rejection) or not 1 <= body.sender <= len(self._participants):
            return None
        life = self._lives.get(body.sender)
        if life is None or life.is_over(packet, body):
            life = self._lives[body.sender] = _Life(packet, body)
        missed = life.hear(packet, body)
        self.missed += missed
        return Missed(self._participants[body.sender - 1].name, missed) if missed else None
