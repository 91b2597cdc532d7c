"""Beside a live rehearsal: who hears the spacecraft and speaks in a role's name, by sockets of their own."""

import socket
import struct
import threading

from telemetry.agreed.participants import Speakers
from telemetry.life.boot import UNNUMBERED, Boot
from telemetry.messages.command import Keep
from telemetry.messages.spacecraft import Telemetry
from telemetry.network.launch import LOOPBACK
from telemetry.wire.codec import Reader, Received, Wire

KEEP_S = 0.1
LAST = Boot(UNNUMBERED - 1)  # the life of who speaks in another's name, after all of that one


class Ear:
    """Hears the spacecraft's telemetry: from the group, or as it comes down."""

    def __init__(self, opened, run_id, way="tm"):
        self._socket, self._reader, self.newest = opened, Reader(Speakers(run_id=run_id, keys=None)), None
        self._way = way
        opened.settimeout(0.05)

    def hears(self, condition):
        """Take what has come; true if the newest report meets the condition."""
        try:
            received = self._reader.decode(self._socket.recv(4096), self._way)
        except TimeoutError:
            return False
        if isinstance(received, Received) and isinstance(received.message, Telemetry):
            self.newest = received.message
        return self.newest is not None and condition(self.newest)


def is_free(report):
    return report.mode == "ready" and not report.latched


def is_held(report):
    return report.latched and report.latch_reason == "hold_commanded"


def telemetry_group(addresses):
    opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    group = addresses.groups["tm"]
    opened.bind((group, addresses.group_ports["tm"]))
    member = struct.pack("4s4s", socket.inet_aton(group), socket.inet_aton(LOOPBACK))
    opened.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
    return opened


def bind(opened, port):
    """Take a port of this host; false while somebody has it."""
    try:
        opened.bind((LOOPBACK, port))
    except OSError:
        return False
    return True


class Keeping:
    """Says in a role's name that the ground is alive, so that silence cannot be what latches the arm."""

    def __init__(self, role, address, run):
        self._wire, self._address = Wire(role, run.known().speakers_as(role), boot=LAST), address
        self._now_ns = run.now_ns
        self.message = Keep(epoch=0, repeat=None)  # or something else that is said again and again
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._say)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *raised):
        self._ended.set()
        self._thread.join()

    def _say(self):
        with _sender() as opened:
            while not self._ended.wait(KEEP_S):
                for packet in self._wire.packets(self.message, self._now_ns()):
                    opened.sendto(packet, self._address)


def _sender():
    opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOPBACK))
    return opened
