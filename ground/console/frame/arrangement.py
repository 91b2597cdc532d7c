"""How a person has arranged the window: which drawer and tab are open, how large, which picture is large.

    operator    the scene; every drawer closed
    engineer    joints, link and processes open below it
    observer    the cameras beside it

A window begins with one of these, and a person changes it at will; what came of it is written down and found
again by the next window.  What cannot be read is as if nobody had arranged anything.
"""

import contextlib
from pathlib import Path

import msgspec

from telemetry.agreed.participants import CONSOLE
from telemetry.files.settings import FileError, read_json
from telemetry.files.whole_file import write_whole


class Arrangement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person can move, open and exchange."""

    layout: str = "operator"  # of `LAYOUTS`, that it began with
    drawer: str = ""  # the open one; empty: none is
    drawer_px: int = 0  # its height; 0: as high as it asks for
    side_px: int = 0  # width of the column beside the scene; 0: as the window's width asks
    work: str = ""  # the tab in front; empty: the first one
    folded: tuple[str, ...] = ()  # tabs that stand by themselves, and are closed
    large: str = ""  # the camera that stands in the place of the scene; empty: the scene is there


LAYOUTS = {
    "operator": Arrangement(),
    "engineer": Arrangement(layout="engineer", drawer="STATE"),
    "observer": Arrangement(layout="observer", work="CAMERAS"),
}


def usual_layout(seat: str) -> str:
    """Return the layout of a person of this role who has not chosen one."""
    return "operator" if seat == CONSOLE else "observer"


def read_arrangement(file: Path | None, usual: str) -> Arrangement:
    """Return what was written last; without a file, or one that can be used, the usual layout."""
    if file is None:
        return LAYOUTS[usual]
    try:
        return read_json(file, Arrangement)
    except FileError:
        return LAYOUTS[usual]


def write_arrangement(file: Path | None, arrangement: Arrangement) -> None:
    """Write it for the next window; where that is not possible, that window begins with a layout."""
    if file is not None:
        with contextlib.suppress(OSError):
            write_whole(file, msgspec.json.encode(arrangement))
