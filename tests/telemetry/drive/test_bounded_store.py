"""Stores of virtual time: every record comes back, and memory has an end."""

import os

import pytest

from telemetry.drive import bounded_store
from telemetry.drive.bounded_store import NewestStore, SpooledStore

RECORDS = [bytes([number]) * 100 for number in range(50)]


@pytest.fixture
def store(monkeypatch):
    monkeypatch.setattr(bounded_store, "SPOOLED_BYTES", 1000)
    with_a_file = SpooledStore()
    yield with_a_file
    with_a_file.close()


def test_records_come_back_in_order_also_from_where_they_are_out_of_memory(store):
    for number, record in enumerate(RECORDS):
        store.append("log", record)
        assert number % 20 or store.records("log") == RECORDS[: number + 1]
    assert store._bytes["log"] <= 1000
    assert store.records("log") == RECORDS
    assert store.records("other") == []


def test_a_closed_store_has_no_descriptor(store):
    before = len(os.listdir("/proc/self/fd"))
    for record in RECORDS:
        store.append("log", record)
    assert len(os.listdir("/proc/self/fd")) == before + 1
    store.close()
    assert len(os.listdir("/proc/self/fd")) == before


def test_of_a_log_of_which_only_the_end_is_read_the_newest_record_stays():
    store = NewestStore()
    for record in RECORDS:
        store.append("log", record)
    assert store.records("log") == RECORDS[-1:]
