"""What a campaign varies: a number of a scenario, drawn for each seed from a range.

delay=2..9            round trip [s], half of it each way
loss=0..0.05          any number of [link], [commanding] and [truth], by its key in a scenario file
depth=2..8            whole numbers stay whole
"""

import itertools
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np

from ground.run.kept.usage_error import UsageError
from ground.scenario.preflight import check_jitter
from ground.scenario.scenario_table import CommandingTable, LinkTable, Scenario, TruthTable
from telemetry.files.settings import FileError, nearest

DELAY = "delay"
TABLES: dict[str, type[msgspec.Struct]] = {
    "link": LinkTable, "commanding": CommandingTable, "truth": TruthTable
}  # fmt: skip
OF_TIMING = (DELAY, "up_s", "down_s", "jitter_s")
MOST_VARIED = 6  # so that every corner of the ranges can be looked at before anything flies
TRIPS = 10.0  # round trips of a pass, by which its limit grows with the delay
LONGEST_S = 3600.0
_RANGE = re.compile(r"([a-z_]+)=(.+?)\.\.(.+)")


class Variation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A key and its range."""

    key: str
    least: float
    most: float

    @property
    def text(self) -> str:
        """As it is typed."""
        return f"{self.key}={self.least:g}..{self.most:g}"

    def drawn(self, seed: int) -> float:
        """Return the value of a seed; no other variation has a part in it."""
        if KEYS[self.key].is_whole:
            return float(self._rng(seed).integers(int(self.least), int(self.most) + 1))
        return float(self._rng(seed).uniform(self.least, self.most))

    def _rng(self, seed: int) -> np.random.Generator:
        return np.random.default_rng([seed, zlib.crc32(self.key.encode())])


class VariedKey(msgspec.Struct, frozen=True):
    """Where a number that may be varied stands in a scenario."""

    table: str
    fields: tuple[str, ...]  # that take the value
    share: float = 1.0  # of it, each
    is_whole: bool = False


def _keys() -> Iterator[tuple[str, VariedKey]]:
    yield DELAY, VariedKey("link", ("up_s", "down_s"), 0.5)
    for table, kind in TABLES.items():
        for field in msgspec.structs.fields(kind):
            shape = msgspec.inspect.type_info(field.type)
            if isinstance(shape, msgspec.inspect.FloatType | msgspec.inspect.IntType):
                is_whole = isinstance(shape, msgspec.inspect.IntType)
                yield field.name, VariedKey(table, (field.name,), is_whole=is_whole)


KEYS: dict[str, VariedKey] = dict(_keys())


def read_variation(text: str) -> Variation:
    """Return what `KEY=FROM..TO` says.

    Raises:
        UsageError: it says something else, of no key, or backwards.
    """
    found = _RANGE.fullmatch(text.strip())
    if not found:
        raise UsageError(f"--vary {text}: is no KEY=FROM..TO, as in --vary delay=2..9")
    key, *ends = found.groups()
    _check_key(key, f"--vary {text}")
    try:
        least, most = map(float, ends)
    except ValueError:
        raise UsageError(f"--vary {text}: {' and '.join(ends)} are not both numbers") from None
    if not least < most < float("inf"):
        raise UsageError(f"--vary {text}: the range has to go up; from the lower end to the higher one")
    if KEYS[key].is_whole and not (least.is_integer() and most.is_integer()):
        raise UsageError(f"--vary {text}: {key} is a whole number, so its range goes from one to another")
    return Variation(key=key, least=least, most=most)


def check_variations(source: str, scenario: Scenario, variations: Sequence[Variation]) -> None:
    """Try every corner of the ranges.

    Raises:
        UsageError: a key is given twice, or there are too many.
        FileError: a value cannot be in this scenario.
    """
    keys = [each.key for each in variations]
    if twice := {key for key in keys if keys.count(key) > 1}:
        raise UsageError(f"--vary {min(twice)}: is given twice; name each key once")
    if len(keys) > MOST_VARIED:
        raise UsageError(f"--vary: {len(keys)} keys are varied at once; at most {MOST_VARIED} can be")
    for corner in itertools.product(*((each.least, each.most) for each in variations)):
        checked_values(source, scenario, dict(zip(keys, corner, strict=True)))


def checked_values(source: str, scenario: Scenario, values: Mapping[str, float]) -> Scenario:
    """Return a scenario with these values.

    Raises:
        UsageError: nothing of this name can be varied.
        FileError: a value cannot be in this scenario.
    """
    for key in values:
        _check_key(key, f"{key}={values[key]:g}")
    try:
        varied = with_values(scenario, values)
    except (msgspec.ValidationError, ValueError) as error:
        at = ", ".join(f"{key}={value:g}" for key, value in values.items())
        problem, _, key = str(error).partition(" - at `$.")
        text = f"{key.rstrip('`')}: {problem[:1].lower()}{problem[1:]}" if key else problem
        raise FileError(source, "", f"cannot be flown with {at}: {text}") from None
    timing = varied.commanding
    check_jitter(Path(source), varied.link.jitter_s, period_s=timing.period_s, buffer_s=timing.buffer_s)
    return varied


def _check_key(key: str, text: str) -> None:
    if key not in KEYS:
        raise UsageError(f"{text}: nothing called {key!r} can be varied{nearest(key, list(KEYS))}")


def with_values(scenario: Scenario, values: Mapping[str, float]) -> Scenario:
    """Return a scenario with these values; ValidationError: one is out of its key's range.

    One whose delay is another is given longer in proportion, and its round trip is not as expected any more.
    """
    changed: dict[str, dict[str, float]] = {}
    for key, value in values.items():
        where = KEYS[key]
        part = int(value) if where.is_whole else value * where.share
        changed.setdefault(where.table, {}).update(dict.fromkeys(where.fields, part))
    own = msgspec.structs.asdict(scenario)
    tables = {
        table: msgspec.convert({**_plain(own[table]), **fields}, TABLES[table])
        for table, fields in changed.items()
    }
    varied = msgspec.structs.replace(scenario, **tables)
    return _retimed(varied, scenario) if any(key in OF_TIMING for key in values) else varied


def _plain(table: msgspec.Struct) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(table)
    return plain


def _retimed(varied: Scenario, own: Scenario) -> Scenario:
    longer_s = varied.link.up_s + varied.link.down_s - own.link.up_s - own.link.down_s
    limit_s = min(own.duration_s + TRIPS * max(longer_s, 0.0), LONGEST_S)
    expect = msgspec.structs.replace(own.expect, round_trip_s=None)
    return msgspec.structs.replace(varied, duration_s=max(limit_s, own.duration_s), expect=expect)
