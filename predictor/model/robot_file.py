"""Read a robot file of any kind that is in the list; every kind makes the same tree of joints.

path --ending--> reader --> predictor.model.robot.Robot
"""

import importlib
from pathlib import Path
from typing import Protocol

from predictor.model.robot import Robot
from telemetry.settings import FileError, Reader, read_file

# To add a kind of file: its reader, and a row here.  A string: readers may need libraries that others do not.
READERS = {
    ".toml": "predictor.model.dh_file:read_dh",
}


class _RobotReader(Protocol):
    def __call__(self, path: Path | str, read: Reader) -> Robot: ...


def read_robot(path: Path | str, read: Reader = read_file) -> Robot:
    """Check a robot file and return what it says; `read` gives its bytes.

    Raises:
        FileError: the file, the key, and the range or form that would be right.
    """
    ending = Path(path).suffix.lower()
    if ending not in READERS:
        raise FileError(
            path, "", f"is no robot file that can be read; its name must end in {', '.join(READERS)}"
        )
    module, _, name = READERS[ending].partition(":")
    reader: _RobotReader = getattr(importlib.import_module(module), name)
    return reader(path, read)
