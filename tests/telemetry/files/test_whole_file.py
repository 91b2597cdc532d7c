"""Files that others see whole."""

import pytest

from telemetry.files.whole_file import write_first, write_whole
from tests.full_disk import nothing_fits


def test_the_newest_of_several_writers_has_written_a_whole_file(tmp_path):
    for data in (b"old", b"new"):
        write_whole(tmp_path / "status.json", data)
    assert (tmp_path / "status.json").read_bytes() == b"new"


def test_the_first_of_several_writers_has_written_a_first_file(tmp_path):
    for data in (b"first", b"second"):
        write_first(tmp_path / "clock" / "host.json", data)
    assert (tmp_path / "clock" / "host.json").read_bytes() == b"first"


@pytest.mark.parametrize("write", [write_whole, write_first])
def test_what_does_not_fit_leaves_nothing_behind(tmp_path, write):
    with nothing_fits(), pytest.raises(OSError):
        write(tmp_path / "file", b"too much")
    assert list(tmp_path.iterdir()) == []
