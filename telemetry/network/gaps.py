"""Datagrams of the station's own groups that a receiver has missed, by the counts of each sender.

    bridge   Telemetry  7  8  9  10 | 0  1         each sender counts each kind by itself, and anew
    gate     receives   7     9  10 | 0  1         when it is restarted: 1 missed

What a life of a sender had sent before its first datagram that came is not known, so it is not missed;
of a life that is over nothing counts any more.  Which life is the newest the protection knows.

The picture group is left out: its packets bear the spacecraft's own counts, with the gaps of the space link.
"""

from collections import defaultdict

from telemetry.link.measured import SequenceMonitor
from telemetry.wire.codec import Opened
from telemetry.wire.protection.arrival import Arrival


class _Life:
    """One life of a sender: the counts of each kind of message."""

    def __init__(self, boot_epoch: int) -> None:
        self.boot_epoch = boot_epoch
        self.kinds: defaultdict[int, SequenceMonitor] = defaultdict(SequenceMonitor)  # by APID


class Gaps:
    """What one receiver has missed, of all senders of its run."""

    def __init__(self) -> None:
        """Start before the first one."""
        self._lives: dict[str, _Life] = {}
        self.missed = 0  # datagrams, of all lives

    def on_datagram(self, opened: Opened, arrival: Arrival) -> int:
        """Count a datagram; return how many more are missed than before, below 0 if it is one itself."""
        body, packet = opened.body, opened.packet
        if packet is None or arrival == "old":
            return 0
        life = self._lives.get(body.sender.name)
        if life is None or life.boot_epoch != body.boot_epoch:
            life = self._lives[body.sender.name] = _Life(body.boot_epoch)
        monitor = life.kinds[packet.apid]
        before = monitor.lost
        monitor.observe(packet.sequence_count, is_newest=arrival == "new")
        missed = monitor.lost - before
        self.missed += missed
        return missed
