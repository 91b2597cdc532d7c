"""Read a robot file of any kind that is in the list; every kind makes the same tree of joints.

path --ending--> reader --> Description --nothing is missing--> predictor.model.robot.Robot
"""

from collections.abc import Callable
from pathlib import Path

from predictor.model.checks.coverage import uncovered
from predictor.model.files.description import Description, describe
from predictor.model.files.dh_table import describe_dh, is_dh_table
from predictor.model.files.robot_table import RobotTable
from predictor.model.files.urdf_file import describe_urdf
from predictor.model.robot import Robot
from telemetry.files.settings import FileError, FileReader, parse_toml, read_file

BARE_KEY = ".bare"  # ends the key by which a link accepts that it moves without any volume
VOLUME_CURE = "give its frame a [[capsule]], or say `bare = true` of it"


def describe_toml(path: Path | str, read: FileReader) -> Description:
    """Check a robot file and return what it describes; `read` gives bytes.

    Raises:
        FileError: the file, the key, and the range or form that would be right.
    """
    content = read(path)
    if is_dh_table(content, path):
        return describe_dh(content, path, read)
    return describe(parse_toml(content, RobotTable, path), path, read)


# To add a kind of file: its reader, and a row here.
READERS: dict[str, Callable[[Path | str, FileReader], Description]] = {
    ".toml": describe_toml,
    ".urdf": describe_urdf,
}


def describe_robot(path: Path | str, read: FileReader = read_file) -> Description:
    """Check a robot file and return what it says, also where it does not say all; `read` gives bytes.

    Raises:
        FileError: the file, the key, and the range or form that would be right.
    """
    ending = Path(path).suffix.lower()
    if ending not in READERS:
        raise FileError(
            path, "", f"is no robot file that can be read; its name must end in {', '.join(READERS)}"
        )
    return READERS[ending](path, read)


def read_robot(path: Path | str, read: FileReader = read_file, *, has_flown: bool = False) -> Robot:
    """Check a robot file and return the arm; `read` gives bytes.

    Args:
        path: of the file.
        read: gives bytes.
        has_flown: the file is that of a run that has begun, before which links without any volume may not
            have been asked about.

    Raises:
        FileError: as `describe_robot`; or something is missing without which nothing may fly, or the capsules
            leave a part of the arm uncovered.
    """
    description = describe_robot(path, read)
    bare = without_volume(description.missing)
    others = [key for key in description.missing if not key.endswith(BARE_KEY)]
    if others:
        raise FileError(path, "", f"does not say {missing_text(description.missing)}; {_cure(path)}")
    if bare and not has_flown:
        raise FileError(path, f"link {bare[0]!r}", f"moves without any volume: {VOLUME_CURE}")
    for gap in uncovered(description.robot):
        raise FileError(path, "capsule", gap)
    return description.robot


def without_volume(missing: tuple[str, ...]) -> tuple[str, ...]:
    """Return the links that move without any volume, of what is missing in a file."""
    return tuple(key.removesuffix(BARE_KEY) for key in missing if key.endswith(BARE_KEY))


def missing_text(missing: tuple[str, ...]) -> str:
    """Return what is missing in one line: keys that the same rows lack stand together."""
    rows: dict[str, list[str]] = {}
    for each in missing:
        row, _, key = each.rpartition(".")
        rows.setdefault(key, []).append(row)
    keys: dict[str, list[str]] = {}
    for key, of in rows.items():
        keys.setdefault(", ".join(filter(None, of)), []).append(key)
    return "; ".join(", ".join(those) + (f" of {of}" if of else "") for of, those in keys.items())


def _cure(path: Path | str) -> str:
    if Path(path).suffix.lower() == ".toml":
        return 'fill in every "?"'
    return f"`farhand robot import {path}` makes a robot file of it in which that can be filled in"
