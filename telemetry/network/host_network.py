"""What the network of this host can do: its interfaces, and whether a packet to a group comes back.

A packet that tries this has a group and port of its own and TTL 0: it leaves by the named interface as far as
the kernel goes, never the host, and what others say to that port is left out by a mark.
"""

import fcntl
import secrets
import socket
import struct
from contextlib import closing, suppress
from typing import NamedTuple

from telemetry.life.clock import monotonic_ns
from telemetry.network.launch import LOOPBACK
from telemetry.network.multicast import (
    RECEIVE_BUFFER,
    granted_buffer,
    group_receiver,
    group_sender,
    link_port,
)

PATIENCE_S = 0.5  # with a packet that does not leave the host
MARK_BYTES = 16

_IFF_UP, _IFF_LOOPBACK, _IFF_MULTICAST = 0x1, 0x8, 0x1000  # linux/if.h
_SIOCGIFFLAGS, _SIOCGIFADDR, _SIOCGIFMTU = 0x8913, 0x8915, 0x8921  # linux/sockios.h
_REQUEST = struct.Struct("16s24s")  # name of an interface, and room for the answer
_NAME_BYTES = 16


class Interface(NamedTuple):
    """One network interface of this host."""

    name: str
    address: str | None  # IPv4; None: it has none
    is_up: bool
    is_loopback: bool
    can_multicast: bool  # as it is set; loopback can without
    mtu: int  # bytes of a packet


class BufferSize(NamedTuple):
    """The receive buffer of a socket [bytes]."""

    asked: int
    granted: int


def interfaces() -> list[Interface]:
    """Return the interfaces of this host, in the system's order."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        return [_interface(asked, name) for _, name in socket.if_nameindex()]


def _interface(asked: socket.socket, name: str) -> Interface:
    (flags,) = struct.unpack_from("@H", _answered(asked, _SIOCGIFFLAGS, name) or bytes(2))
    (mtu,) = struct.unpack_from("@i", _answered(asked, _SIOCGIFMTU, name) or bytes(4))
    address = _answered(asked, _SIOCGIFADDR, name)  # behind family and port
    return Interface(
        name=name,
        address=socket.inet_ntoa(address[4:8]) if address else None,
        is_up=bool(flags & _IFF_UP),
        is_loopback=bool(flags & _IFF_LOOPBACK),
        can_multicast=bool(flags & _IFF_MULTICAST),
        mtu=mtu,
    )


def _answered(asked: socket.socket, request: int, name: str) -> bytes | None:
    """Return what the kernel says of an interface; None: it has nothing of the kind."""
    with suppress(OSError):
        return fcntl.ioctl(asked, request, _REQUEST.pack(name.encode(), b""))[_NAME_BYTES:]
    return None


def echo_s(group: str, port: int, interface: str) -> float | None:
    """Return how long a packet to a group takes to come back on an interface [s]; None: it does not.

    Raises:
        OSError: it cannot be sent or received there.
    """
    mark = secrets.token_bytes(MARK_BYTES)
    with (
        closing(group_receiver(group, port, interface)) as receiver,
        closing(group_sender(interface, ttl=0)) as sender,
    ):
        began_ns = monotonic_ns()
        sender.sendto(mark, (group, port))
        while (left_s := PATIENCE_S - (monotonic_ns() - began_ns) * 1e-9) > 0:
            receiver.settimeout(left_s)
            try:
                if receiver.recv(MARK_BYTES) == mark:
                    return (monotonic_ns() - began_ns) * 1e-9
            except TimeoutError:
                break
    return None


def buffer_size() -> BufferSize:
    """Return how large a receive buffer is asked for, and how large it is."""
    with closing(link_port(LOOPBACK, 0)) as opened:
        return BufferSize(RECEIVE_BUFFER, granted_buffer(opened))
