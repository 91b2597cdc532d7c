"""The numbers of one participant under one key: each life reserves its boot epoch before its first word.

    epoch        the greatest one that was ever reserved
    made_ns      UTC at which the key was made, and this file with it: its absence means that it was lost
    written_ns   UTC at which it was written, which is also what the file system notes of it (`st_ctime`)
    inode        of the file itself, which is written over in place

Missing, damaged, of another key, put back from a copy, newer than the clock shows: each is seen by itself,
and the life is unnumbered then (`telemetry.life.boot`); the file stays as it was found.  An epoch is never
below the second since the key was made: so a disk that as a whole was put back to an earlier state, which
nothing on it shows, repeats no number either while the clock goes on.
"""

import fcntl
import hashlib
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from telemetry.agreed.keys import key_text
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.boot import UNNUMBERED, Boot
from telemetry.life.clock import utc_ns, utc_text

RECORD_BYTES = 512  # a sector: it is written whole or not at all
STAMP_NS = NS_PER_S // 10  # between the clock that was read and the time that the file system notes
STAMP_TRIALS = 50
SET_BACK_NS = NS_PER_S  # what a clock may be corrected by between two lives

Clock = Callable[[], int]


class NumbersOf(NamedTuple):
    """Whose numbers they are."""

    participant: str
    key_id: int


class Reserved(NamedTuple):
    """Where a life counts from."""

    boot: Boot
    problem: str  # why it is unnumbered, in one line; empty: it is not
    former: int = 0  # the epoch that was reserved last before it; 0: none, or not known


class _Numbers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    participant: str
    key_id: int
    epoch: int
    made_ns: int
    written_ns: int
    inode: int


class _ProblemError(Exception):
    """Why the numbers cannot be known."""


def begin_numbers(path: Path, whose: NumbersOf, *, made_ns: int, clock: Clock = utc_ns) -> None:
    """Begin the file of a key that nothing was sealed under yet, and that was made then; not durably.

    Raises:
        FileExistsError: it has been begun before.
        OSError: it cannot be written.
    """
    number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        _write(number, whose, epoch=0, made_ns=made_ns, clock=clock)
    except _ProblemError as problem:
        raise OSError(f"{path}: {problem}") from None
    finally:
        os.close(number)


def reserve(path: Path, whose: NumbersOf, *, cure: str, clock: Clock = utc_ns) -> Reserved:
    """Return where the life that begins now counts from, once no other life can count from there.

    Args:
        path: the file that was begun with the key.
        whose: whose numbers it must hold.
        cure: what a person does about a file that cannot be trusted.
        clock: UTC [ns].
    """
    try:
        with _opened(path) as number:
            return _reserved(number, whose, clock)
    except (OSError, _ProblemError) as error:
        problem = (
            f"{path}: the number state {_why(error)}, so numbers may repeat: {whose.participant} commands no "
            f"motion under {key_text(whose.key_id)}; {cure}"
        )
    return unnumbered(problem)


def unnumbered(problem: str) -> Reserved:
    """Return where a life begins that commands no motion, which is why."""
    return Reserved(Boot(UNNUMBERED | secrets.randbits(31), secrets.randbits(63)), problem)


def problem_of(path: Path, whose: NumbersOf, *, clock: Clock = utc_ns) -> str:
    """Return what speaks against a number state as it is now, in one line; empty: nothing."""
    try:
        with _opened(path) as number:
            _known(number, whose, clock())
    except (OSError, _ProblemError) as error:
        return f"{path}: the number state {_why(error)}"
    return ""


def _why(error: OSError | _ProblemError) -> str:
    if isinstance(error, FileNotFoundError):
        return "is missing"
    return f"cannot be used ({error.strerror})" if isinstance(error, OSError) else str(error)


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    number = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)  # of two processes one waits for its restart
        yield number
    finally:
        os.close(number)


def _reserved(number: int, whose: NumbersOf, clock: Clock) -> Reserved:
    now_ns = clock()
    known = _known(number, whose, now_ns)
    epoch = max(known.epoch + 1, (now_ns - known.made_ns) // NS_PER_S)
    if epoch >= UNNUMBERED:
        raise _ProblemError("has no epoch left")
    _write(number, whose, epoch=epoch, made_ns=known.made_ns, clock=clock)
    os.fsync(number)
    return Reserved(Boot(epoch), "", known.epoch)


def _known(number: int, whose: NumbersOf, now_ns: int) -> _Numbers:
    """Return what the file holds, if it can be trusted."""
    known = _read(number)
    _check(known, whose, os.fstat(number))
    if now_ns < known.written_ns - SET_BACK_NS:
        raise _ProblemError(
            f"was written at {utc_text(known.written_ns)}, and it is {utc_text(now_ns)} by the clock of "
            "this host, which was set back"
        )
    return known


def _read(number: int) -> _Numbers:
    line, _, digest = os.pread(number, RECORD_BYTES + 1, 0).rstrip().rpartition(b"\n")
    if _digest(line) != digest:
        raise _ProblemError("is torn or was altered")
    try:
        return msgspec.json.decode(line, type=_Numbers)
    except msgspec.MsgspecError:
        raise _ProblemError("is of another version") from None


def _check(known: _Numbers, whose: NumbersOf, status: os.stat_result) -> None:
    if known.key_id != whose.key_id:
        raise _ProblemError(f"belongs to {key_text(known.key_id)}")
    if known.participant != whose.participant:
        raise _ProblemError(f"belongs to {known.participant}")
    if known.inode != status.st_ino:
        raise _ProblemError("was put there from a copy")
    if abs(status.st_ctime_ns - known.written_ns) > STAMP_NS:
        raise _ProblemError(
            f"holds what was written at {utc_text(known.written_ns)}, and was changed at "
            f"{utc_text(status.st_ctime_ns)}: an older one was put back"
        )


def _write(number: int, whose: NumbersOf, *, epoch: int, made_ns: int, clock: Clock) -> None:
    """Write over the file, until it holds the very time that the file system notes of it."""
    for _ in range(STAMP_TRIALS):  # a process may lose the processor between reading the clock and writing
        written_ns = clock()
        numbers = _Numbers(
            participant=whose.participant,
            key_id=whose.key_id,
            epoch=epoch,
            made_ns=made_ns,
            written_ns=written_ns,
            inode=os.fstat(number).st_ino,
        )
        line = msgspec.json.encode(numbers)
        os.pwrite(number, (line + b"\n" + _digest(line)).ljust(RECORD_BYTES), 0)
        apart_ns = os.fstat(number).st_ctime_ns - written_ns
        if abs(apart_ns) <= STAMP_NS:
            return
    raise _ProblemError(
        f"lies on a disk whose clock is {apart_ns / NS_PER_S:.1f} s from this host's; keep keys on its own"
    )


def _digest(line: bytes) -> bytes:
    return hashlib.sha256(line).hexdigest().encode()
