"""A key set in a folder: of each participant its key file, and beside it its numbers, given and heard.

    keys/             its owner's alone
        gate.key      read when a process of the gate starts (`telemetry.keys.key_file`)
        gate.numbers  what that process reserves first (`telemetry.keys.number_state`)
        gate.heard    what has come to it (`telemetry.keys.heard_page`)

All rings of a set have one key id and are drawn together, from a master that is nowhere kept.  No run begins
with a set that has expired.  One that lives keeps its own, or HOLD would end with it; a process of it that is
started again then commands no motion.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from telemetry.agreed.keys import KEY_IDS, SECRET_BYTES, Keyring, key_text
from telemetry.agreed.participants import Participant, Participants, role_of
from telemetry.keys.heard_page import LifeOf, PageError, begin_page, go_on, why
from telemetry.keys.key_file import KeyFile, Mode, Wanted, file_of, read_key, write_key
from telemetry.keys.key_sets import drawn_rings
from telemetry.keys.number_state import NumbersOf, Reserved, begin_numbers, reserve, unnumbered
from telemetry.life.boot import Boot
from telemetry.life.clock import utc_ns
from telemetry.wire.protection.heard_numbers import HeardNumbers

KEY, NUMBERS, HEARD = ".key", ".numbers", ".heard"
NEW_RUN = "begin a new run"
ROTATE = "rotate the keys (`farhand keys rotate`)"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOf:
    """What a key set is for."""

    scope: str  # name of the station, or id of the run
    mode: Mode
    participants: Participants
    is_confidential: bool = False
    expires_ns: int = 0  # UTC; 0: never


def key_path(folder: Path, participant: str) -> Path:
    """Return the key file of a participant."""
    return folder / f"{participant}{KEY}"


def numbers_path(folder: Path, participant: str) -> Path:
    """Return the number state of a participant."""
    return folder / f"{participant}{NUMBERS}"


def heard_path(folder: Path, participant: str) -> Path:
    """Return the page of what a participant has had."""
    return folder / f"{participant}{HEARD}"


def drawn(what: SetOf, *, number: int | None = None) -> dict[str, KeyFile]:
    """Return the key files of a new set by participant, drawn from the system's source.

    `number` is what its key id is made of; None: any.
    """
    rings = drawn_rings(
        secrets.token_bytes(SECRET_BYTES),
        mode=what.mode,
        number=secrets.randbelow(KEY_IDS) if number is None else number,
        participants=what.participants,
        is_confidential=what.is_confidential,
    )
    return {name: _file(what, ring, utc_ns()) for name, ring in rings.items()}


def _file(what: SetOf, ring: Keyring, made_ns: int) -> KeyFile:
    return file_of(
        ring,
        role=role_of(ring.holder, what.participants),
        mode=what.mode,
        scope=what.scope,
        made_ns=made_ns,
        expires_ns=what.expires_ns,
    )


def write_set(folder: Path, files: Iterable[KeyFile]) -> None:
    """Make the folder of a set, with keys, numbers and pages of some participants; not durably.

    Raises:
        OSError: it cannot be written, or is there.
    """
    folder.mkdir(mode=0o700)
    for content in files:
        write_key(key_path(folder, content.participant), content)
        whose = NumbersOf(content.participant, content.key_id)
        begin_numbers(numbers_path(folder, content.participant), whose, made_ns=content.made_ns)
        begin_page(heard_path(folder, content.participant))


class KeyPlace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the key set of a run lies."""

    folder: str
    scope: str  # what it must be for: id of the run, or name of the station
    is_stations: bool = False  # else it is drawn for the run, and goes with it


class Begun(NamedTuple):
    """What a life of a participant begins with."""

    boot: Boot  # where it counts from
    heard: HeardNumbers  # what lives of its run before it have had
    problem: str  # why it is unnumbered, in one line; empty: it is not


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnKeys:
    """A set as the processes of one run use it."""

    place: KeyPlace
    mode: str
    participants: Participants

    def check(self, participants: Iterable[str]) -> None:
        """Look at the keys of those who begin a run; SafetyError: one is missing or may not be used."""
        for participant in participants:
            self._read(participant, may_be_expired=False)

    def ring(self, participant: str) -> Keyring:
        """Return the ring of a participant; SafetyError: it has none that may be used."""
        return self._read(participant).ring

    def rings(self, participants: Iterable[str]) -> Mapping[str, Keyring]:
        """Return the rings of those participants that have one here."""
        here = [name for name in participants if self._path(name).exists()]
        return {name: self.ring(name) for name in here}

    def first_here(self, participants: Sequence[str]) -> str:
        """Return the first of these participants that has a key file here; the first, if none has."""
        return next((name for name in participants if self._path(name).exists()), participants[0])

    def reserve(self, participant: str) -> Reserved:
        """Return where a life of a participant begins to count, once no other life can count from there."""
        content = self._read(participant)
        expiry = content.expiry(utc_ns())
        if expiry:
            key = f"{self._path(participant)}: {key_text(content.key_id)} {expiry}"
            return unnumbered(f"{key}; {participant} commands no motion under it")
        whose = NumbersOf(participant, content.key_id)
        return reserve(numbers_path(Path(self.place.folder), participant), whose, cure=self._cure)

    def begin(self, participant: str, run_id: str) -> Begun:
        """Reserve where a life of a participant begins to count, and go on with what its run has had."""
        reserved = self.reserve(participant)
        epoch = reserved.boot.epoch if reserved.boot.is_numbered else 0
        path, life = (
            heard_path(Path(self.place.folder), participant),
            LifeOf(run_id, self.participants, epoch, reserved.former),
        )
        try:
            return Begun(reserved.boot, go_on(path, life), reserved.problem)
        except (OSError, PageError) as error:
            key = key_text(self._read(participant).key_id)
            problem = (
                f"{path}: {why(error)}, so packets could be taken twice: {participant} commands no motion "
                f"under {key}; {self._cure}"
            )
        boot, problem, _ = reserved if reserved.problem else unnumbered(problem)
        return Begun(boot, HeardNumbers(), problem)

    @property
    def _cure(self) -> str:
        return ROTATE if self.place.is_stations else NEW_RUN

    def _read(self, participant: str, *, may_be_expired: bool = True) -> KeyFile:
        row = Participant(participant, role_of(participant, self.participants))
        wanted = Wanted(
            participant=row, mode=self.mode, scope=self.place.scope, may_be_expired=may_be_expired
        )
        return read_key(self._path(participant), wanted)

    def _path(self, participant: str) -> Path:
        return key_path(Path(self.place.folder), participant)
