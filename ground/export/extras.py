"""Libraries that come only with an extra: one line says what to install where one is missing."""

import importlib.util

from ground.run.kept.usage_error import UsageError
from telemetry.files.settings import with_extra


def needs(library: str, *, extra: str) -> None:
    """Check that a library is there; UsageError: it is not, and what brings it."""
    if importlib.util.find_spec(library) is None:
        raise UsageError(f"{library} is not installed here; {with_extra(extra)} brings it")
