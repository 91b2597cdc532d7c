"""What a recording is made of, whatever the file: records, and what the run was.

A record is what one participant was given at once: bytes off the bus, or what its driver told it, a run of
ticks among that (`told`).  Numbers count from 1 without gaps, over all files of a recording; others do so in
each life of a participant, so a gap there is what never reached the recorder.  The recorder hands records
over in batches.
"""

import itertools
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from telemetry.agreed.participants import PARTICIPANTS, Participants, Speakers
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Message

RECORDING_LOG = "recording"  # the recorder's key
SETTINGS = "settings.json"  # among the files: the run's resolved settings
# 2000-01-01T00:00:00Z, at which virtual time begins: a seed gives the same recording, octet for octet, and
# no reader takes it for the day of a flight
VIRTUAL_ZERO_NS = 946_684_800 * NS_PER_S


class Record(NamedTuple):
    """What one participant received: the bytes as they came, or its driver's record."""

    number: int
    at_ns: int  # from the start of the run, as the participant knew it
    role: str
    in_life: int  # number in the participant's life, from 1
    packet: bytes


class Delivery(NamedTuple):
    """One record, opened."""

    number: int
    at_ns: int
    role: str
    message: Message | None  # None: a driver's record, or unreadable bytes
    packet: bytes


class Mark(NamedTuple):
    """A place in a file from which it can be read."""

    offset: int
    at_ns: int  # of the earliest record there


class Damage(NamedTuple):
    """Where a recording cannot be read; what stands behind that place is read on."""

    after: int  # number of the last good record before it; 0: none
    offset: int  # byte at which the bad part begins
    problem: str
    missing: int = 0  # records, as far as their numbers tell


def damage_of_all(damages: Iterable[Damage | None]) -> Damage | None:
    """Return the first damage of several files, with what all of them cost."""
    found = [damage for damage in damages if damage]
    return found[0]._replace(missing=sum(damage.missing for damage in found)) if found else None


def damage_text(damage: Damage | None) -> str:
    """Return what could not be read, for people; empty: everything could."""
    if damage is None:
        return ""
    missing = f"; {damage.missing} records are missing" if damage.missing else ""
    return f"{damage.problem}, after record {damage.after}{missing}"


class AboutRun(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a run, as a recording and answers about it have them."""

    scenario: str = ""
    seed: int = 0
    run_id: str = ""
    configuration: str = ""  # hash, hexadecimal
    version: str = ""  # of the software
    machine_code: str = ""  # digest of the compiled kernels, hexadecimal, and what they were made for
    target: str = ""
    mode: Literal["live", "rehearsal", "replay"] = "rehearsal"
    begun: str = ""  # UTC, some seconds before the run's time zero; empty in virtual time
    zero_utc_ns: int = VIRTUAL_ZERO_NS  # the run's time zero, since 1970
    robot_file: str = ""  # names among the files
    scene_file: str = ""


class About(AboutRun, frozen=True, kw_only=True):
    """The facts of the run that stand in a recording beside the records, with its files."""

    files: dict[str, bytes] = {}  # by name: scenario, settings of the run, all that makes the model

    @property
    def participants(self) -> Participants:
        """The participants, by the settings of the run; all that there can be where those do not say."""
        with suppress(msgspec.MsgspecError):
            return _DECODE_TABLE(self.files.get(SETTINGS, b"{}")).participants
        return PARTICIPANTS

    @property
    def speakers(self) -> Speakers:
        """The speakers of the run, for reading its recording."""
        return Speakers(mode=self.mode, run_id=self.run_id, participants=self.participants).on_record


class _Table(msgspec.Struct):
    """The one key of a run's settings that reading needs."""

    participants: Participants = PARTICIPANTS


_ENCODE = msgspec.msgpack.Encoder().encode
_DECODE_TABLE = msgspec.json.Decoder(_Table).decode
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
