"""What a recording is made of, whatever the file: records, and what the run was.

A record is one delivery or one tick of one role.  Numbers count from 1 without gaps, over all files of a
recording.  The recorder hands records over in batches.
"""

import itertools
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from telemetry.messages.base import Message

LOG = "recording"  # the recorder's key


class Record(NamedTuple):
    """One delivery (`packet`: the bytes as they came) or one tick (`packet` empty)."""

    number: int
    at_ns: int  # from the start of the run
    role: str
    packet: bytes


class Delivery(NamedTuple):
    """One record, opened."""

    number: int
    at_ns: int
    role: str
    message: Message | None  # None: a tick, or bytes that nobody can read
    packet: bytes


class Mark(NamedTuple):
    """A place in a file from which it can be read."""

    offset: int
    at_ns: int  # of the earliest record there


class Damage(NamedTuple):
    """Where a recording stops being readable."""

    after: int  # number of the last good record; 0: none
    offset: int  # byte at which the bad part begins
    problem: str


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What a recording tells of its run, beside the records."""

    scenario: str = ""
    seed: int = 0
    run_id: str = ""
    configuration: str = ""  # hash, hexadecimal
    version: str = ""  # of the software
    mode: Literal["live", "rehearsal", "replay"] = "rehearsal"
    begun: str = ""  # UTC of the run's time zero; empty in virtual time
    texts: dict[str, str] = {}  # file name -> content: scenario, robot, scene, resolved settings


_ENCODE = msgspec.msgpack.Encoder().encode
_DECODE = msgspec.msgpack.Decoder(list[Record]).decode


def pack_batch(records: list[Record]) -> bytes:
    """Return the bytes of consecutive records."""
    return _ENCODE(records)


def unpack_batch(batch: bytes) -> list[Record]:
    """Return the records of a batch; msgspec.DecodeError: it is none."""
    return _DECODE(batch)


def part(path: Path, number: int) -> Path:
    """Return the file that the recorder writes in its life `number`, from 1: pass.mcap, pass-2.mcap."""
    return path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")


def parts(path: Path) -> list[Path]:
    """Return the files of a recording that are there, in order."""
    numbered = (part(path, number) for number in itertools.count(1))
    return list(itertools.takewhile(Path.exists, numbered))
