"""A process that does nothing but pass datagrams on: what a machine adds wherever one process more is passed.

python -m tests.benchmarks.questions.hold_relay PORT      to that port of this host, until killed
"""

import socket
import sys

from telemetry.network.launch import LOOPBACK

PING = b"ping"  # before an instant, 8 octets; no space packet begins so
LARGEST = 64


def main(port: str) -> None:
    """Pass on."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as opened:
        opened.bind((LOOPBACK, 0))
        print(opened.getsockname()[1], flush=True)
        while True:
            opened.sendto(opened.recv(LARGEST), (LOOPBACK, int(port)))


if __name__ == "__main__":
    main(sys.argv[1])
