"""Logs survive being cut anywhere: they read up to the last whole record and go on from there."""

import pytest

from telemetry.store import FileStore, StoreError, whole_records

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
        records, covered = whole_records(data[:length])
        assert len(records) < len(RECORDS)
        assert records == RECORDS[: len(records)]
        assert covered <= length


def test_a_flipped_bit_ends_the_log_before_the_damaged_record(store):
    data = bytearray(store.path("log").read_bytes())
    data[-1] ^= 1
    assert whole_records(bytes(data))[0] == RECORDS[:2]


def test_a_new_start_cuts_a_torn_record_off_before_it_appends(store, tmp_path):
    path = store.path("log")
    path.write_bytes(path.read_bytes()[:-3])
    again = FileStore(tmp_path, sync=True)
    again.append("log", b"fourth")
    assert again.records("log") == [*RECORDS[:2], b"fourth"]


def test_a_key_can_have_a_file_of_its_own(tmp_path):
    store = FileStore(tmp_path, sync=False, files={"recording": tmp_path / "pass.farhand"})
    store.append("recording", b"x")
    assert whole_records((tmp_path / "pass.farhand").read_bytes())[0] == [b"x"]


def test_a_record_that_cannot_be_written_is_an_error(tmp_path):
    store = FileStore(tmp_path, sync=False, files={"log": tmp_path / "missing" / "log"})
    with pytest.raises(StoreError):
        store.append("log", b"x")
