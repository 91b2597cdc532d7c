"""A key file: the ring of one participant, for its owner's eyes alone.

    gate.key   one line of JSON, exactly as it was written: whose, for which mode and station or run, since
               when and until when, the secrets in hexadecimal, and a digest of it all

Whatever speaks against it is one line that names the key id, what to do, and never a secret.  There is no
other way to a key, and no key to fall back on.
"""

import errno
import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, cast

import msgspec

from telemetry.agreed.keys import KEY_IDS, SECRET_BYTES, Keyring, key_text
from telemetry.agreed.participants import GATE, Participant
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.refused import SafetyError
from telemetry.files.settings import NO_FILES
from telemetry.files.whole_file import write_private
from telemetry.life.clock import utc_ns, utc_text
from telemetry.wire.protection.header import mode_number

LARGEST = 100_000  # bytes; a ring has 40 secrets at most
AHEAD_NS = 60 * NS_PER_S  # that clocks of two hosts may differ by
OTHERS = 0o077  # what others may do with a file
PUBLISHED = frozenset(
    {bytes(range(SECRET_BYTES)), bytes(range(SECRET_BYTES, 2 * SECRET_BYTES))}
)  # test vectors
LIVE = "live"

Secret = Annotated[str, msgspec.Meta(pattern=rf"^[0-9a-f]{{{2 * SECRET_BYTES}}}\Z")]
Mode = Literal["live", "rehearsal", "replay"]


def known_mode(mode: str) -> Mode:
    """Return a mode as key files know it; ValueError: there is none of that name."""
    mode_number(mode)
    return cast(Mode, mode)


class KeyFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a key file."""

    version: Literal[1] = 1
    key_id: Annotated[int, msgspec.Meta(ge=1, lt=1 << 16)]
    mode: Mode
    scope: str  # name of the station, or id of the run
    participant: str
    role: str
    made_ns: int  # UTC
    expires_ns: int = 0  # UTC; 0: never
    is_confidential: bool = False
    pairs: dict[str, Secret]
    groups: dict[str, Secret]
    audit: Secret | msgspec.UnsetType = msgspec.UNSET  # of the gate alone, since its log is sealed
    digest: str = ""  # of all before it

    def __repr__(self) -> str:
        """Return what may be seen of it."""
        return f"<{key_text(self.key_id)} of {self.participant}>"

    def expiry(self, now_ns: int) -> str:
        """Return that it has expired, and the cure; empty: it has not."""
        has_expired = 0 < self.expires_ns <= now_ns
        return f"has expired at {utc_text(self.expires_ns)}; rotate the keys" if has_expired else ""

    @property
    def ring(self) -> Keyring:
        """The same as it is used."""
        return Keyring(
            holder=self.participant,
            key_id=self.key_id,
            pairs={name: bytes.fromhex(secret) for name, secret in self.pairs.items()},
            groups={name: bytes.fromhex(secret) for name, secret in self.groups.items()},
            is_confidential=self.is_confidential,
            audit=bytes.fromhex(self.audit or ""),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a key file must be for."""

    participant: Participant
    mode: str
    scope: str | None = None  # None: any
    now_ns: int | None = None  # UTC; None: the clock's
    may_be_expired: bool = False  # of a run that lives: it keeps its keys to its end


def file_of(
    ring: Keyring, *, role: str, mode: Mode, scope: str, made_ns: int, expires_ns: int = 0
) -> KeyFile:
    """Return the content of the key file of a ring."""
    return KeyFile(
        key_id=ring.key_id,
        mode=mode,
        scope=scope,
        participant=ring.holder,
        role=role,
        made_ns=made_ns,
        expires_ns=expires_ns,
        is_confidential=ring.is_confidential,
        pairs={name: secret.hex() for name, secret in ring.pairs.items()},
        groups={name: secret.hex() for name, secret in ring.groups.items()},
        audit=ring.audit.hex() or msgspec.UNSET,
    )


def write_key(path: Path, content: KeyFile) -> None:
    """Write a key file, its owner's alone; OSError: it cannot be written."""
    write_private(path, _encoded(content))


def read_key(path: Path, wanted: Wanted) -> KeyFile:
    """Return the key of a participant.

    Raises:
        SafetyError: it is missing, may be seen or changed by others, or is no key for this.
    """
    content = key_in(path)
    problem = _problem(content, wanted)
    if problem:
        raise SafetyError(path, key_text(content.key_id), problem)
    return content


def key_in(path: Path) -> KeyFile:
    """Return what a key file holds, for whomever it is; SafetyError: it is none, or others may see it."""
    data = _private_bytes(path)
    if not data:
        raise SafetyError(path, "", "is empty; install the key again")
    try:
        content = msgspec.json.decode(data, type=KeyFile)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SafetyError(path, "", f"is no key file ({error}); install the key again") from None
    if data != _encoded(content):
        raise SafetyError(
            path, key_text(content.key_id), "was altered since it was written; install it again"
        )
    return content


def _private_bytes(path: Path) -> bytes:
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError as error:
        known = {
            errno.ELOOP: "is a symbolic link; put the file itself there",
            errno.ENOENT: "is missing; install the key again",
        }
        raise SafetyError(
            path, "", known.get(error.errno or 0, f"cannot be read ({error.strerror})")
        ) from None
    try:
        _check_owner(path, os.fstat(number))
        data = os.read(number, LARGEST + 1)
    except OSError as error:
        raise SafetyError(path, "", f"cannot be read ({error.strerror})") from None
    finally:
        os.close(number)
    if len(data) > LARGEST:
        raise SafetyError(path, "", f"is no key file: larger than {LARGEST} bytes")
    return data


def _check_owner(path: Path, status: os.stat_result) -> None:
    kind = stat.S_IFMT(status.st_mode)
    if kind != stat.S_IFREG:
        raise SafetyError(path, "", f"is {NO_FILES.get(kind, 'no file')}; name a key file")
    if status.st_uid != os.geteuid():
        raise SafetyError(path, "", "belongs to another user; install the key as the user who flies")
    mode = stat.S_IMODE(status.st_mode)
    if mode & OTHERS:
        raise SafetyError(
            path, "", f"is open to others ({mode:04o}); run chmod 600 {path}, and rotate the keys"
        )
    folder = stat.S_IMODE(path.parent.stat().st_mode)
    if folder & OTHERS:
        raise SafetyError(path.parent, "", f"is open to others ({folder:04o}); run chmod 700 {path.parent}")


def _problem(content: KeyFile, wanted: Wanted) -> str:
    """Return what speaks against a key, or nothing."""
    name, role = wanted.participant
    now_ns = utc_ns() if wanted.now_ns is None else wanted.now_ns
    if content.key_id // KEY_IDS != mode_number(content.mode):
        return f"has the id of another mode, and is for mode {content.mode}; rotate the keys"
    if content.mode != wanted.mode:
        return f"is for mode {content.mode}, and this is mode {wanted.mode}; name the keys of that mode"
    if content.participant != name:
        return (
            f"is the key of {content.participant}, and not of {name}: files were swapped; install them again"
        )
    if content.role != role:
        return f"is of role {content.role}, and {name} plays {role}; rotate the keys"
    if wanted.scope is not None and content.scope != wanted.scope:
        return f"is for {content.scope}, and not for {wanted.scope}; install the keys of that"
    if now_ns + AHEAD_NS < content.made_ns:
        return f"was made at {utc_text(content.made_ns)}, later than now; set this host's clock right"
    if role == GATE and not content.audit:
        return "has no secret that seals the gate's log, as a former version made it; rotate the keys"
    return _weakness(content) or ("" if wanted.may_be_expired else content.expiry(now_ns))


def _weakness(content: KeyFile) -> str:
    """Return why its secrets are none, or nothing."""
    ring = content.ring
    secrets = [*ring.pairs.values(), *ring.groups.values(), *filter(None, (ring.audit,))]
    if any(len(set(secret)) == 1 for secret in secrets):
        return "holds a secret whose octets are all the same; rotate the keys"
    if len(set(secrets)) < len(secrets):
        return "holds one secret twice; rotate the keys"
    if content.mode == LIVE and PUBLISHED & set(secrets):
        return "holds a secret of published test vectors, which anybody has; rotate the keys"
    return ""


def _encoded(content: KeyFile) -> bytes:
    bare = msgspec.structs.replace(content, digest="")
    digest = hashlib.sha256(msgspec.json.encode(bare)).hexdigest()

    return msgspec.json.encode(msgspec.structs.replace(bare, digest=digest)) + b"\n"
