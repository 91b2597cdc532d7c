"""A file that grows by whole pieces."""

import os

import pytest

from telemetry.files.whole_file import WholeWrites


def test_nothing_is_on_disk_before_it_is_saved(tmp_path):
    spool = WholeWrites(tmp_path / "file", sync=True)
    spool.write(b"abc")
    assert spool.tell() == 3
    assert (tmp_path / "file").read_bytes() == b""
    spool.save()
    assert (tmp_path / "file").read_bytes() == b"abc"
    spool.close()


def test_what_a_failed_save_has_left_is_written_over(tmp_path, monkeypatch):
    spool = WholeWrites(tmp_path / "file", sync=True)
    spool.write(b"abc")
    spool.save()
    spool.write(b"defghi")

    def full(number):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            spool.save()
    spool.write(b"jk")
    spool.save()
    assert (tmp_path / "file").read_bytes() == b"abcdefghijk"
    assert spool.tell() == 11
    spool.close()


def test_existing_file_is_never_touched(tmp_path):
    (tmp_path / "file").write_bytes(b"precious")
    with pytest.raises(FileExistsError):
        WholeWrites(tmp_path / "file", sync=False)
    assert (tmp_path / "file").read_bytes() == b"precious"


def test_what_is_written_over_is_saved_last_and_may_wait_itself(tmp_path):
    spool = WholeWrites(tmp_path / "file", sync=False)
    spool.write(b"abcdef")
    spool.save()
    spool.write(b"ghi")
    spool.write_over(5, b"FGH")  # from what is saved into what waits
    assert (tmp_path / "file").read_bytes() == b"abcdef"
    spool.save()
    assert (tmp_path / "file").read_bytes() == b"abcdeFGHi"
    assert spool.tell() == 9
    spool.close()


def test_what_is_written_over_by_half_fails_the_save_and_comes_again(tmp_path, monkeypatch):
    spool = WholeWrites(tmp_path / "file", sync=False)
    spool.write(b"abcdef")
    spool.save()
    spool.write_over(2, b"CDE")
    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", lambda number, data, place: 1)
        with pytest.raises(OSError, match="Input/output"):
            spool.save()
    spool.save()
    assert (tmp_path / "file").read_bytes() == b"abCDEf"
    spool.close()
