"""An output is there whole or not at all, and never in place of another."""

import pytest

from ground.export.new_output import new_file, new_folder
from telemetry.files.settings import FileError


def test_nothing_is_there_under_the_name_before_it_is_whole(tmp_path):
    with new_file(tmp_path / "a") as file:
        file.write(b"half")
        assert not (tmp_path / "a").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_what_is_broken_off_leaves_nothing_behind(tmp_path, error):
    with pytest.raises(error), new_folder(tmp_path / "tables") as folder:
        (folder / "a.csv").write_text("half")
        raise error
    with pytest.raises(error), new_file(tmp_path / "file"):
        raise error
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("new", [new_file, new_folder])
def test_what_has_come_meanwhile_stays(tmp_path, new):
    with pytest.raises(FileError, match="exists; choose another name"), new(tmp_path / "a"):
        (tmp_path / "a").write_text("another's")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["another's"]


def test_a_place_that_cannot_be_written_is_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot be written"), new_file(tmp_path / "file" / "a"):
        pass
