"""The supervisor's own files: what cannot be written is told once, and tried again."""

from ground.run.kept.own_files import OwnFiles
from tests.full_disk import nothing_fits


def test_a_file_that_cannot_be_written_is_told_once_and_again_when_it_can_be(tmp_path):
    told = []
    files, path = OwnFiles(told.append), tmp_path / "run" / "status.json"
    path.parent.write_text("no folder")
    for _ in range(3):
        files.write(path, b"1")
    assert told == ["status.json cannot be written (File exists); the flight goes on"]
    path.parent.unlink()
    files.write(path, b"2")
    assert (told[1:], path.read_bytes()) == (["status.json is written again"], b"2")


def test_what_was_written_of_a_file_that_does_not_fit_is_taken_away(tmp_path):
    path = tmp_path / "status.json"
    path.write_bytes(b"old")
    with nothing_fits():
        OwnFiles(lambda told: None).write(path, b"new")
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == b"old"
