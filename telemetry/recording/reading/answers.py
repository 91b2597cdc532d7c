"""What is in a recording, as answers whose field names are the keys in JSON."""

from collections.abc import Sequence

import msgspec

from telemetry.recording.records.record import AboutRun


class RoleRecords(msgspec.Struct, frozen=True, kw_only=True):
    """The inputs of a role."""

    ticks: int
    messages: dict[str, int]  # by name


class UnknownSender(msgspec.Struct, frozen=True, kw_only=True):
    """Messages of a class that this version does not know."""

    sender: str
    keys: Sequence[str]


class DamageRow(msgspec.Struct, frozen=True, kw_only=True):
    """Where a recording cannot be read."""

    after_record: int  # number of the last good one before it
    file_offset: int
    problem: str
    missing: int  # records


class RecordingInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a recording holds."""

    files: list[str]
    bytes: int
    records: int
    from_s: float
    to_s: float
    utc: list[str]  # of the first and the last
    about: AboutRun
    attached: dict[str, int]  # NAME -> octets
    messages: dict[str, int]  # NAME -> how many are kept
    roles: dict[str, RoleRecords]
    unknown: list[UnknownSender]
    lost: dict[str, int]  # ROLE -> records that never reached the recorder
    damage: DamageRow | None


class Recovered(msgspec.Struct, frozen=True, kw_only=True):
    """A whole file of what is readable of another."""

    file: str
    records: int
    damage: DamageRow | None  # of the other
