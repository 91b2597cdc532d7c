"""Whose a local socket is, as the kernel tells it: another user of this host may have taken a port first.

/proc/net/tcp, /proc/net/udp    one row a socket: its address, state and the user who owns it
"""

import os
import socket
import sys

from telemetry.files.settings import FileError, read_file

_TABLES = {socket.SOCK_STREAM: "/proc/net/tcp", socket.SOCK_DGRAM: "/proc/net/udp"}
_WAITING = {socket.SOCK_STREAM: "0A", socket.SOCK_DGRAM: "07"}  # listens; is not connected
_LOCAL, _STATE, _USER = 1, 3, 7  # fields of a row
ROOT = 0


def is_anothers(kind: socket.SocketKind, host: str, port: int) -> bool:
    """Return whether the socket that waits at an IPv4 address of this host is another user's.

    False where the kernel does not tell it, or nobody is there.
    """
    try:
        rows = read_file(_TABLES[kind]).decode("ascii", "replace").splitlines()[1:]
    except FileError:
        return False
    octets = socket.inet_aton(host)
    wanted = f"{(octets[::-1] if sys.byteorder == 'little' else octets).hex().upper()}:{port:04X}"
    fields = [row.split() for row in rows]
    waiting = [wanted, _WAITING[kind]]
    users = {row[_USER] for row in fields if row[_LOCAL : _STATE + 1 : _STATE - _LOCAL] == waiting}
    return bool(users - {str(ROOT), str(os.getuid())})
