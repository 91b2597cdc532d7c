"""Read a robot file in TOML: the suite's own form, or a plain table of Denavit-Hartenberg rows."""

from pathlib import Path

from predictor.model.files.described import Description, described
from predictor.model.files.dh_table import describe_dh, is_dh_table
from predictor.model.files.robot_table import RobotTable
from telemetry.files.settings import Reader, parse_toml


def describe_toml(path: Path | str, read: Reader) -> Description:
    """Check a robot file and return what it describes; `read` gives bytes.

    Raises:
        FileError: the file, the key, and the range or form that would be right.
    """
    content = read(path)
    if is_dh_table(content, path):
        return describe_dh(content, path, read)
    return described(parse_toml(content, RobotTable, path), path, read)
