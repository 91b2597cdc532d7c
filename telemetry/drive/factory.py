"""What a driver makes a role of: its factory, its store, its own random stream.

How a life began is recorded with the role, so that the same life can be begun again elsewhere.
"""

import importlib
import zlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, get_type_hints

import msgspec
import numpy as np

from telemetry.agreed.participants import PARTICIPANTS, RECORDER, Speakers
from telemetry.agreed.run_settings import ReplaySettings, RunSettings
from telemetry.drive.installed import is_own, place_of
from telemetry.life.boot import Boot
from telemetry.life.contract import UNSEALED_RINGS, Build, Logs, Rings, Role, RoleSpec, Unreadable
from telemetry.recording.given.driver_records import FoundLog, Started

ZeroUtc = Callable[[], int | None]


class AppendStore(Logs, Protocol):
    """A store that the driver can append to."""

    def append(self, key: str, record: bytes) -> None:
        """Append a record, or raise `StoreError`."""
        ...


class BegunLife(NamedTuple):
    """A role at the beginning of a life."""

    role: Role
    spec: RoleSpec
    seed: int
    boot: Boot
    found: dict[str, FoundLog]

    def started(self) -> Started:
        """Return how the life began, for the record."""
        role = self.spec.role
        return Started(
            role="" if is_own(role) else role,
            place=role if is_own(role) else "",
            settings=msgspec.json.encode(self.spec.settings),
            seed=self.seed,
            boot=self.boot,
            found={} if self.spec.participant == RECORDER else self.found,  # there it is the recording itself
        )


class _Noting:
    """A store that notes what a role finds in it while it is built."""

    def __init__(self, store: Logs, boot: Boot, *, keys: Rings, zero_utc_ns: ZeroUtc) -> None:
        self._store, self.boot, self.keys, self.zero_utc_ns = store, boot, keys, zero_utc_ns
        self.found: dict[str, FoundLog] = {}

    def records(self, key: str) -> list[bytes]:
        records = self._store.records(key)
        self._note(key, records=tuple(records))
        return records

    def unreadable(self, key: str) -> Unreadable:
        unreadable = self._store.unreadable(key)
        self._note(key, octets=unreadable.octets, at_end=unreadable.at_end)
        return unreadable

    def _note(self, key: str, **what: object) -> None:
        self.found[key] = msgspec.structs.replace(self.found.get(key, FoundLog()), **what)


def begin(
    spec: RoleSpec,
    store: Logs,
    *,
    seed: int,
    boot: Boot,
    keys: Rings = UNSEALED_RINGS,
    zero_utc_ns: ZeroUtc = lambda: None,
) -> BegunLife:
    """Build a role by its factory; whatever the factory raises comes out here.

    `keys` are the rings of the process, of which nothing is noted down; `zero_utc_ns` is asked for the run's
    time zero, which a recording knows too.
    """
    noting = _Noting(store, boot, keys=keys, zero_utc_ns=zero_utc_ns)
    role = build_of(spec.role)(spec.settings, noting, stream(seed, spec.participant))
    return BegunLife(role, spec, seed, boot, noting.found)


def build_of(role: str) -> Build:
    """Return the factory of a role; ValueError: no such role is installed."""
    build: Build = load(place_of(role))
    return build


def spec_of(participant: str, role: str, settings: bytes | msgspec.Raw) -> RoleSpec:
    """Return what a participant runs, with settings of the type that its role declares.

    Raises:
        ValueError: no such role is installed, or the settings are not of its type.
    """
    kind = get_type_hints(build_of(role)).get("settings", Any)
    return RoleSpec(participant, role, msgspec.json.decode(settings, type=kind))


def load(name: str) -> Any:
    """Return the object at `package.module:name`, a name that stands in code and never in a file.

    Raises:
        ImportError: there is no such module.
        AttributeError: the module has no such name.
    """
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)


def stream(seed: int, name: str) -> np.random.Generator:
    """Return the role's own random stream: independent of which other roles run."""
    return np.random.default_rng([seed, zlib.crc32(name.encode())])


def speakers_of(specs: Sequence[RoleSpec], *, mode: str) -> Speakers:
    """Return the speakers of a run, by the settings of its roles."""
    all_settings = [spec.settings for spec in specs]
    run_id = next(
        (kind.run_id for kind in all_settings if isinstance(kind, RunSettings | ReplaySettings)), ""
    )
    tables = (kind.participants for kind in all_settings if isinstance(kind, RunSettings))
    return Speakers(mode=mode, run_id=run_id, participants=next(tables, PARTICIPANTS))
