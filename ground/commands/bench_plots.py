"""The option `--plot FOLDER` of benches: what was measured as a figure, by matplotlib."""

from pathlib import Path
from typing import Any

from ground.commands.arguments import Arguments
from telemetry.drive.factory import load
from telemetry.settings import FileError

ENDING = ".svg"
FIGURES = {
    "growth": "ground.report.figures:growth_figure",
    "peers": "ground.report.figures:peers_figure",
    "cycle": "ground.report.cycle_figure:cycle_figure",
}
SAVE = "ground.report.figures:save"


def add_plot(options: Arguments) -> None:
    """Take `--plot FOLDER`."""
    options.add_argument("--plot", metavar="FOLDER", help="draw it there as SVG")


def check_folder(folder: str | None) -> None:
    """Refuse a folder that is none, before anything is measured.

    Raises:
        FileError: there is no such folder.
    """
    if folder is not None and not Path(folder).is_dir():
        raise FileError(folder, "", "is no folder; name one that is there")


def plot(folder: str | None, name: str, what: list[dict[str, Any]]) -> None:
    """Draw a figure into a folder, if one is told.

    Raises:
        FileError: it cannot be written.
    """
    if folder is None:
        return
    path = Path(folder) / f"{name}{ENDING}"
    try:
        load(SAVE)(load(FIGURES[name])(what), path)
    except OSError as error:
        raise FileError(path, "", f"cannot be written ({error.strerror})") from None
