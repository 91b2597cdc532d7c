"""A picture that a command draws besides its answer: an .svg or .png file, by matplotlib."""

from pathlib import Path
from typing import Any

from ground.commands.json_output import check_place
from telemetry.drive.factory import load
from telemetry.files.settings import FileError

SAVE = "ground.report.figures.distance_figure:save"
PICTURES = (".svg", ".png")


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


def draw(figure: str, found: Any, plot: str) -> None:
    """Draw what was found by the function of a module (`module:function`) that makes a figure of it.

    Raises:
        FileError: the file cannot be written.
    """
    try:
        load(SAVE)(load(figure)(found), Path(plot))
    except OSError as error:
        raise FileError(plot, "", f"cannot be written ({error.strerror})") from None
