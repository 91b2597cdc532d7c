"""Plain data as JSON, or a text as it is, to a file or to standard output."""

import json
import sys
from pathlib import Path
from typing import Any

from telemetry.settings import FileError

STANDARD_OUTPUT = "-"


def write_json(target: str, data: dict[str, Any]) -> None:
    """Write the data to the file named, or to standard output for `-`.

    Raises:
        FileError: it cannot be written.
    """
    write_text(target, json.dumps(data, indent=2, allow_nan=False) + "\n")


def write_text(target: str, text: str) -> None:
    """Write a text to the file named, or to standard output for `-`; FileError: it cannot be written."""
    if target == STANDARD_OUTPUT:
        sys.stdout.write(text)
        return
    try:
        Path(target).write_text(text)
    except OSError as error:
        raise FileError(target, "", f"cannot be written ({error.strerror})") from None
