"""The error of a command line that is incomplete, wrong, or asks for a library that is not installed."""

import importlib.util

from telemetry.files.settings import with_extra


class UsageError(ValueError):
    """The command line cannot be carried out; the message names a correct one."""


def needs(library: str, *, extra: str) -> None:
    """Check that a library is there; UsageError: it is not, and what brings it."""
    if importlib.util.find_spec(library) is None:
        raise UsageError(f"{library} is not installed here; {with_extra(extra)} brings it")
