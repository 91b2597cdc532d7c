"""Logs survive being cut anywhere: they read up to the last whole record and go on from there."""

import errno
import os

import pytest

from telemetry.drive.store import FileStore, StoreError, split
from telemetry.life.contract import Unreadable

RECORDS = [b"first", b"", b"third record"]


@pytest.fixture
def store(tmp_path):
    store = FileStore(tmp_path, sync=False)
    for record in RECORDS:
        store.append("log", record)
    return store


def test_records_come_back_in_order(store):
    assert store.records("log") == RECORDS


def test_an_unknown_log_is_empty(store):
    assert store.records("other") == []


def test_a_log_cut_at_any_byte_reads_up_to_its_last_whole_record(store):
    data = store.path("log").read_bytes()
    for length in range(len(data)):
        log = split(data[:length])
        assert len(log.records) < len(RECORDS)
        assert log.records == RECORDS[: len(log.records)]
        assert log.end <= length and log.damaged == 0


def test_a_flipped_bit_ends_the_log_before_the_damaged_record(store):
    data = bytearray(store.path("log").read_bytes())
    data[-1] ^= 1
    assert split(bytes(data)).records == RECORDS[:2]


def test_a_new_start_cuts_a_torn_record_off_before_it_appends(store, tmp_path):
    path = store.path("log")
    path.write_bytes(path.read_bytes()[:-3])
    again = FileStore(tmp_path, sync=True)
    again.append("log", b"fourth")
    assert again.records("log") == [*RECORDS[:2], b"fourth"]


def test_a_key_can_have_a_file_of_its_own(tmp_path):
    store = FileStore(tmp_path, sync=False, files={"recording": tmp_path / "pass.farhand"})
    store.append("recording", b"x")
    assert split((tmp_path / "pass.farhand").read_bytes()).records == [b"x"]


def test_a_record_that_cannot_be_written_is_an_error(tmp_path):
    (tmp_path / "file").touch()
    store = FileStore(tmp_path / "file", sync=False)
    with pytest.raises(StoreError):
        store.append("log", b"x")


class Failing:
    """A disk that fails in one call: after so many bytes of a write, or at an fsync."""

    def __init__(self, monkeypatch):
        self.left, self.fsyncs, self.plain_fsync = None, None, os.fsync
        monkeypatch.setattr(FileStore, "_write", self.write)
        monkeypatch.setattr(os, "fsync", self.fsync)

    def write(self, path, data):
        """Write what the disk takes, then fail once."""
        whole, left, self.left = data, self.left, None
        with path.open("ab") as file:
            file.write(whole if left is None else whole[:left])
            file.flush()
            os.fsync(file.fileno())
        if left is not None:
            raise OSError(errno.ENOSPC, "No space left on device")

    def fsync(self, number):
        if self.fsyncs is not None:
            self.fsyncs -= 1
            if self.fsyncs < 0:
                self.fsyncs = None
                raise OSError(errno.EIO, "Input/output error")
        self.plain_fsync(number)


LONG = b"a record that is torn" * 3


@pytest.mark.parametrize("left", range(len(LONG) + 9))
def test_what_is_acknowledged_after_a_failure_at_any_byte_is_read_and_the_failed_record_is_not(
    tmp_path, monkeypatch, left
):
    store, disk = FileStore(tmp_path, sync=True), Failing(monkeypatch)
    store.append("log", b"before")
    disk.left = left
    with pytest.raises(StoreError, match="No space left"):
        store.append("log", LONG)
    for k in range(3):
        store.append("log", b"after %d" % k)
    again = FileStore(tmp_path, sync=True)
    assert again.records("log") == [b"before", b"after 0", b"after 1", b"after 2"]
    assert again.unreadable("log") == Unreadable(octets=0, at_end=False)


@pytest.mark.parametrize("left", range(len(LONG) + 9))
def test_after_a_death_at_any_byte_the_acknowledged_records_are_read_and_the_log_goes_on(
    tmp_path, monkeypatch, left
):
    store, disk = FileStore(tmp_path, sync=True), Failing(monkeypatch)
    store.append("log", b"before")
    disk.left = left
    with pytest.raises(StoreError):
        store.append("log", LONG)
    again = FileStore(tmp_path, sync=True)
    is_whole = left == len(LONG) + 8
    assert again.unreadable("log").at_end == (left > 0 and not is_whole)
    again.append("log", b"after")
    assert again.records("log") == [b"before", *([LONG] if is_whole else []), b"after"]


@pytest.mark.parametrize("fsyncs", range(3))
def test_a_record_whose_fsync_fails_leaves_nothing_behind(tmp_path, monkeypatch, fsyncs):
    store, disk, taken = FileStore(tmp_path, sync=True), Failing(monkeypatch), []
    disk.fsyncs = fsyncs  # of the file, of its folder, of the next record
    for k in range(4):
        try:
            store.append("log", b"%d" % k)
            taken.append(b"%d" % k)
        except StoreError:
            continue
    assert len(taken) == 3
    assert FileStore(tmp_path, sync=True).records("log") == taken


def test_a_log_that_cannot_be_opened_refuses_and_takes_the_next_record_when_it_can(tmp_path):
    (tmp_path / "log.log").mkdir()
    store = FileStore(tmp_path, sync=True)
    with pytest.raises(StoreError):
        store.append("log", b"lost")
    (tmp_path / "log.log").rmdir()
    store.append("log", b"kept")
    assert store.records("log") == [b"kept"]


@pytest.mark.parametrize("tamper", [os.unlink, lambda path: os.truncate(path, 9)], ids=["deleted", "cut"])
def test_a_log_that_has_lost_what_it_acknowledged_is_written_no_more(store, tamper):
    tamper(store.path("log"))
    for _ in range(2):
        with pytest.raises(StoreError):
            store.append("log", b"more")


def test_damage_at_any_byte_of_the_middle_keeps_the_records_behind_it_and_is_told(store, tmp_path):
    data = store.path("log").read_bytes()
    for place in range(16, len(data) - 8 - len(RECORDS[2])):
        store.path("log").write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        again = FileStore(tmp_path, sync=False)
        assert again.records("log")[-1] == RECORDS[2]
        assert again.unreadable("log") == Unreadable(octets=8, at_end=False)
        assert "8 bytes hold no record" in again.complaints()[0]


def test_a_log_that_is_damaged_in_its_middle_is_not_cut_there(store):
    path = store.path("log")
    path.write_bytes(b"\xff" * 10 + path.read_bytes()[10:])
    again = FileStore(path.parent, sync=False)
    again.append("log", b"fourth")
    assert again.records("log") == [*RECORDS[1:], b"fourth"]


def test_a_stretch_of_zeros_is_no_record(store):
    path = store.path("log")
    path.write_bytes(path.read_bytes() + bytes(64))
    assert store.records("log") == RECORDS
    assert store.unreadable("log") == Unreadable(octets=64, at_end=True)


def test_a_new_file_is_named_on_the_disk_before_its_first_record_is_acknowledged(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", lambda number: synced.append(os.readlink(f"/proc/self/fd/{number}")))
    store = FileStore(tmp_path, sync=True)
    store.append("log", b"x")
    store.append("log", b"y")
    assert synced == [str(tmp_path / "log.log"), str(tmp_path), str(tmp_path / "log.log")]
