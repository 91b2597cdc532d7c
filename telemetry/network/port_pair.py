"""Sockets of TCP and UDP at one port of this host: whoever knows it may come by either."""

import socket

from telemetry.network.addresses import LOOPBACK

ATTEMPTS = 16  # ports that the system gives for TCP, each of which may be another's for UDP


def open_pair(port: int) -> tuple[socket.socket, socket.socket]:
    """Return a socket that listens and one for datagrams; 0: at any port that is free for both.

    Raises:
        OSError: the port is in use.
    """
    attempts = 1 if port else ATTEMPTS
    while True:
        attempts -= 1
        listening = socket.create_server((LOOPBACK, port))
        datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            datagrams.bind(listening.getsockname())
        except OSError:
            listening.close()
            datagrams.close()
            if attempts == 0:
                raise
        else:
            datagrams.setblocking(False)
            return listening, datagrams
