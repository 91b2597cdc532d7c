"""Who was given what, when, and under which number: a batch of records as columns, plain msgpack.

    record    who         in_life        at_ns           what
    1         operator    12             +30 us          0    a copy that is new: the next row below
    2         console     7              +2 us           1    the newest copy; 2: the one before it, ...
    3         gate        31             +0 us           -1   the next of what drivers `told`

    copy      message     life           sequence   tags         heads
    1         0: new      gate's first   +1         16 octets    14 octets of each packet; none: a frame
    2         3 before    bridge's       +1         16 octets    the bridge carries on what the gate has said

Whoever was given something has proven its tag; nobody who reads has its key.
A copy is a message in the octets that went over the network; a message is kept once, in a channel of its
class, with its payload alone.  Of numbers and times the columns hold how much greater each is than the one
before in this batch, of the same participant (`in_life`) or of the same life (`sequence`); the first of them
stands as it is, and the first time from `begin_ns`.
"""

import msgspec

from telemetry.messages.base import on_wire

CHANNEL = "receptions"
NEW, FROM_DRIVER = 0, -1  # in column `what`; NEW in column `message` too

_ENCODE = msgspec.msgpack.Encoder().encode
_NO_SUM = 0xFFFFFFFF  # takes as many octets as every sum
_SUM_BYTES = 4


@on_wire("Life")
class Life(msgspec.Struct, frozen=True):
    """One life of who says something."""

    sender: str
    head: bytes  # of the protection header, all that stands before the sequence


@on_wire("Copies")
class Copies(msgspec.Struct, frozen=True, omit_defaults=True):
    """Copies that are new in this batch, by columns."""

    message: tuple[int, ...]
    life: tuple[int, ...]  # places in `lives`
    sequence: tuple[int, ...]  # modulo 2^64
    heads: tuple[bytes, ...]
    lives: tuple[Life, ...]
    tags: tuple[bytes, ...] = ()  # none, or an empty one: of before they were all kept, when it was zero


@on_wire("Receptions")
class Receptions(msgspec.Struct, frozen=True):
    """What participants were given in one batch, by columns."""

    first: int  # number of the first record
    first_copy: int  # of the first that is new, from 1 in each file
    first_message: int  # as its channel numbers it
    begin_ns: int  # from the start of the run
    participants: list[str]
    who: bytes  # places in `participants`
    in_life: list[int]
    at_ns: list[int]
    what: list[int]
    told: list[msgspec.Raw]  # what drivers told (`told`), and octets that nobody can read
    copies: Copies
    sum: int = _NO_SUM  # CRC-32 of the chunk up to here


_DECODE = msgspec.msgpack.Decoder(Receptions).decode


def pack_receptions(receptions: Receptions) -> bytes:
    """Return the octets but for the last four, which are the sum of all before them."""
    return _ENCODE(receptions)[:-_SUM_BYTES]


def unpack_receptions(data: bytes) -> Receptions:
    """Return the columns; msgspec.DecodeError: the octets hold none."""
    return _DECODE(data)
