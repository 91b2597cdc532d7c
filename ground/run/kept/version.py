"""The version of farhand: of this checkout first, as the installed one may be another."""

import tomllib
from contextlib import suppress
from pathlib import Path

from telemetry.files.settings import read_file

DISTRIBUTION = "farhand"
CHECKOUT = Path(__file__).resolve().parents[3] / "pyproject.toml"


def software_version() -> str:
    """Return the version of this checkout, else of the installed package; "source" if neither is known."""
    with suppress(ValueError, KeyError):
        project = tomllib.loads(read_file(CHECKOUT).decode())["project"]
        if project["name"] == DISTRIBUTION:
            return str(project["version"])
    from importlib.metadata import PackageNotFoundError, version  # it takes longer than a press of HOLD

    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "source"
