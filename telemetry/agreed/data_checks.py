"""What a value of telemetry is checked against: one row of the table that all roles of a run agree on."""

import msgspec

Range = tuple[float, float]  # lowest, highest


class DataCheck(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The limits of one value, in its unit; those that are None are not checked."""

    parameter: str  # the figure's name, as Telemetry.temperatures[3], the joints counted from 1
    unit: str  # SI
    soft: Range | None = None  # beyond is a caution
    hard: Range | None = None  # beyond is an alarm
    jump: float | None = None  # greatest change from one report to the next
    rate: float | None = None  # greatest change in a second
    stale_s: float | None = None  # longest time without a report, in contact
    inhibits: bool = False  # whether no motion passes while it is beyond `hard`, or stale
