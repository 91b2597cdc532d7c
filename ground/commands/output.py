"""Where the answer of a command goes: JSON, text or a picture, to a file or to standard output.

JSON has the fields of an answer as keys.  A picture is an .svg or .png file, drawn by matplotlib.
"""

import json
import os
import sys
from pathlib import Path
from typing import Protocol

import msgspec

from ground.report.terminal import print_fitted
from telemetry.files.settings import FileError

STANDARD_OUTPUT = "-"


def write_json(target: str, data: object) -> None:
    """Write an answer to the file named, or to standard output for `-`.

    Raises:
        FileError: it cannot be written.
    """
    write_text(
        target, json.dumps(msgspec.to_builtins(data, enc_hook=_plain), indent=2, allow_nan=False) + "\n"
    )


def _plain(value: object) -> float:
    """Return a figure of an array as a number like any other."""
    if isinstance(value, float):
        return float(value)
    raise TypeError(f"{type(value).__name__} stands in no JSON")


def answer(data: object, text: str, target: str | None) -> None:
    """Print an answer as text, and write it as JSON if asked; standard output has one of the two."""
    if target != STANDARD_OUTPUT:
        print_fitted(text)
    if target:
        write_json(target, data)


def check_new(recording: Path) -> None:
    """Refuse to write a recording over another; FileError: there is one."""
    if recording.exists():
        raise FileError(recording, "", "exists already; name another file or move it away")


def check_place(target: str | None) -> None:
    """Refuse a file that could not be written, before minutes are spent on what is to stand in it.

    Raises:
        FileError: it is a folder, or its own folder is not there or not ours to write into.
    """
    if target is None or target == STANDARD_OUTPUT:
        return
    place = Path(target)
    if place.is_dir():
        raise FileError(target, "", "cannot be written (is a folder); name a file")
    if not os.access(place if place.exists() else place.parent, os.W_OK):
        raise FileError(target, "", "cannot be written; name a file in a folder that is there and yours")


def write_text(target: str, text: str) -> None:
    """Write a text to the file named, or to standard output for `-`; FileError: it cannot be written."""
    if target == STANDARD_OUTPUT:
        sys.stdout.write(text)
        return
    write_bytes(target, text.encode())


def write_bytes(target: str, content: bytes) -> None:
    """Write a file; FileError: it cannot be written."""
    try:
        Path(target).write_bytes(content)
    except OSError as error:
        raise FileError(target, "", f"cannot be written ({error.strerror})") from None


PIXELS = ".png"
PICTURES = (".svg", PIXELS)


def check_png(picture: str | None) -> None:
    """Refuse a picture of pixels that could not be written; FileError: its name, or its place."""
    if picture is not None and Path(picture).suffix.lower() != PIXELS:
        raise FileError(picture, "", f"cannot be drawn; its name must end in {PIXELS}")
    check_place(picture)


def check_picture(plot: str | None) -> None:
    """Refuse a picture that could not be drawn, before minutes are spent on what is to be in it.

    Raises:
        FileError: its name has no ending of a picture, or its place cannot be written.
    """
    if plot is None:
        return
    if Path(plot).suffix.lower() not in PICTURES:
        raise FileError(
            plot, "", f"is no picture that can be drawn; its name must end in {', '.join(PICTURES)}"
        )
    check_place(plot)


class SavedFigure(Protocol):
    """What matplotlib makes, which only `ground.report` imports."""

    def savefig(self, fname: str, *, dpi: int) -> object: ...


def write_figure(figure: SavedFigure, plot: str) -> None:
    """Write a figure as the file's ending says.

    Raises:
        FileError: the file cannot be written.
    """
    try:
        figure.savefig(plot, dpi=150)
    except OSError as error:
        raise FileError(plot, "", f"cannot be written ({error.strerror})") from None
