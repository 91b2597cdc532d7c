"""Which farhand this is: a checkout says so itself, as what is installed may be another."""

import tomllib
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from telemetry.files.settings import read_file

DISTRIBUTION = "farhand"
CHECKOUT = Path(__file__).resolve().parents[3] / "pyproject.toml"


def software_version() -> str:
    """Return the version of this checkout, or else the one that is installed; "source" if neither tells."""
    with suppress(ValueError, KeyError):
        project = tomllib.loads(read_file(CHECKOUT).decode())["project"]
        if project["name"] == DISTRIBUTION:
            return str(project["version"])
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "source"
