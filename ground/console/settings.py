"""What one screen of a run is told: the run, and under which name it takes part in it."""

import msgspec

from telemetry.run_settings import RunSettings

ROLE = "console"


class ConsoleSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of one console."""

    run: RunSettings
    participant: str = ROLE
