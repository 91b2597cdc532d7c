"""What a person has arranged is found again by the next window; what cannot be read changes nothing."""

import pytest

from ground.console.frame.arrangement import LAYOUTS, Arrangement, read_arrangement, write_arrangement

MINE = Arrangement(layout="engineer", drawer="QUEUE", drawer_px=300, side_px=400, work="WHY")


def test_what_was_arranged_is_found_again(tmp_path):
    file = tmp_path / "new" / "console.json"
    write_arrangement(file, MINE)
    assert read_arrangement(file, "operator") == MINE


@pytest.mark.parametrize("text", ["", "[]", "{", '{"drawer": 7}', '{"colour": "red"}', "\xff"])
def test_what_cannot_be_read_is_as_if_nothing_had_been_arranged(tmp_path, text):
    file = tmp_path / "console.json"
    file.write_bytes(text.encode("latin-1"))
    assert read_arrangement(file, "observer") == LAYOUTS["observer"]


def test_where_nothing_can_be_written_nothing_fails(tmp_path):
    (tmp_path / "file").write_text("")
    write_arrangement(tmp_path / "file" / "console.json", MINE)
    assert read_arrangement(tmp_path / "file" / "console.json", "operator") == LAYOUTS["operator"]
