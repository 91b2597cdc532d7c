"""The door to robot files: the ending of the name chooses the reader."""

from pathlib import Path

import pytest

from predictor.model.files.robot_file import READERS, describe_robot, read_robot
from telemetry.files.settings import FileError

FILE = Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml"


def test_a_file_of_an_unknown_kind_is_refused_with_the_kinds_that_can_be_read(tmp_path):
    with pytest.raises(FileError, match=r"arm\.step: .*must end in \.toml"):
        read_robot(tmp_path / "arm.step")


def test_a_new_kind_of_file_takes_a_reader_and_a_row(monkeypatch):
    monkeypatch.setitem(READERS, ".arm", read_by_name)
    assert describe_robot("six.arm", read=lambda path: b"six joints") == ("six.arm", b"six joints")


def read_by_name(path, read):
    """Stand for a reader."""
    return path, read(path)


def test_a_reader_gets_its_bytes_through_the_door():
    asked = []

    def read(path):
        asked.append(path)
        return FILE.read_bytes()

    assert read_robot(FILE, read).n == 6
    assert asked == [FILE]
