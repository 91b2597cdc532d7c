"""Addresses of this host that one run has for itself, as long as one of its processes lives.

    block k    ports FIRST_PORT + k BLOCK and the next ones, and the groups that belong to them
    claim k    the abstract socket `farhand-addresses-<k>`: bound by the process that starts the run,
               inherited by every process of it

Binding is atomic, so two runs that start at once never have the same block.  The system gives a claim back
when the last process that holds it has ended, however it ended; nothing is left to be tidied up.  A claim
holds where ports and groups do: for the host (its network namespace), also between users.

Ports lie below the range from which the system serves outgoing connections, so that no connection of one role
takes the port of another; those that other programs have are left out.
"""

import contextlib
import socket
from collections.abc import Iterator, Sequence
from types import TracebackType

from msgspec.structs import replace

from telemetry.agreed.participants import PARTICIPANTS, Participants
from telemetry.files.settings import FileError
from telemetry.network.launch import LOOPBACK, Addresses
from telemetry.wire.routes import GROUPS, LINK_ENDS

FIRST_PORT, BLOCK, BLOCKS = 20_000, 40, 300
DEVICE_PORTS = 1  # of the handle
ADAPTER = "space_segment"  # that has the port at which telemetry of a spacecraft elsewhere comes in
_CLAIM = "\0farhand-addresses-{}"


class Reservation:
    """The addresses of a run, and this process's hold on them; a context manager."""

    def __init__(self, addresses: Addresses, claim: socket.socket) -> None:
        """Take over the claim."""
        self.addresses = addresses
        self._claim = claim

    def __enter__(self) -> "Reservation":
        """Hold the addresses."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go; processes that inherited the claim still hold them."""
        self._claim.close()

    @property
    def descriptor(self) -> int:
        """What a process has to inherit to hold the addresses too."""
        return self._claim.fileno()


def reserve(
    present: Sequence[str], host: str = LOOPBACK, participants: Participants = PARTICIPANTS
) -> Reservation:
    """Return addresses on one host, which no other run has, for the participants that are in the run.

    Raises:
        FileError: so many runs are there, or so many ports in use, that none are left.
    """
    wanted = len(GROUPS) + len(present) + len(LINK_ENDS) + DEVICE_PORTS
    for number in range(BLOCKS):
        claim = _claimed(number)
        if claim is None:
            continue
        ports = [port for port in _block(number) if is_free(host, port)]
        if len(ports) >= wanted:
            addresses = _addresses(present, host, iter(ports))
            return Reservation(replace(addresses, participants=participants), claim)
        claim.close()
    last = FIRST_PORT + BLOCKS * BLOCK - 1
    problem = f"has no {wanted} ports left for a run from {FIRST_PORT} to {last}; end other runs first"
    raise FileError(host, "", problem)


def claimed(addresses: Addresses, own: Sequence[str]) -> Reservation:
    """Return addresses that were chosen by hand, claimed for the participants that run on this host.

    Raises:
        FileError: another run of this host has claimed them, or a program has one of the ports.
    """
    first = min(addresses.group_ports.values())
    claim = _claimed(first)
    if claim is None:
        raise FileError(LOOPBACK, "", f"another run has the ports from {first}: is it this station's?")
    for name in own:
        host, port = addresses.host(name), addresses.streams[name]
        if not is_free(host, port):
            claim.close()
            raise FileError(host, name, f"port {port} cannot be had: in use, or no address of this host")
    spacecraft = addresses.spacecraft
    if spacecraft is not None and ADAPTER in own and not _is_free_udp(*spacecraft.tm.pair):
        claim.close()
        host, port = spacecraft.tm.pair
        raise FileError(
            host,
            "spacecraft.tm",
            f"port {port} cannot be had: in use (another ground of it?), or no address of this host",
        )
    return Reservation(addresses, claim)


def _block(number: int) -> range:
    return range(FIRST_PORT + number * BLOCK, FIRST_PORT + (number + 1) * BLOCK)


def _addresses(present: Sequence[str], host: str, free: Iterator[int]) -> Addresses:
    group_ports: dict[str, int] = {carrier: next(free) for carrier in GROUPS}
    return Addresses(
        hosts=dict.fromkeys(present, host),
        streams={name: next(free) for name in present},
        link_ports={role: next(free) for role in LINK_ENDS},
        groups={carrier: _group(port) for carrier, port in group_ports.items()},
        group_ports=group_ports,
        device_port=next(free),
    )


def _group(port: int) -> str:
    """Return the group of the organisation-local scope that belongs to a port."""
    return f"239.192.{port >> 8}.{port & 0xFF}"


def _claimed(number: int) -> socket.socket | None:
    """Return the claim on a block; None: another run has it."""
    claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        claim.bind(_CLAIM.format(number))
    except OSError:
        claim.close()
        return None
    return claim


def is_free(host: str, port: int) -> bool:
    """Return whether both a TCP server and a UDP receiver can be had at a port."""
    with contextlib.suppress(OSError), socket.create_server((host, port)):
        return _is_free_udp(host, port)
    return False


def _is_free_udp(host: str, port: int) -> bool:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.bind((host, port))
        return True
    return False
