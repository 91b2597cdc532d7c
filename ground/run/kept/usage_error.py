"""A command line that does not say what to do, or asks for a missing library: an error of any floor."""

import importlib.util

from telemetry.files.settings import with_extra


class UsageError(ValueError):
    """The command line does not say what to do; the message says what would."""


def needs(library: str, *, extra: str) -> None:
    """Check that a library is there; UsageError: it is not, and what brings it."""
    if importlib.util.find_spec(library) is None:
        raise UsageError(f"{library} is not installed here; {with_extra(extra)} brings it")
