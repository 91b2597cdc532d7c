"""What a process of a run holds: its lock, by which it and nobody else is found, and the run's addresses."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from ground.run.kept import locks as run_locks
from ground.run.kept.locks import (
    SUPERVISOR,
    acquire_lock,
    held,
    is_orphaned,
    living,
    lock_path,
    release_lock,
    write_pid,
)
from ground.run.processes.process import Child, Holds
from telemetry.network.reservation import reserve
from tests.full_disk import nothing_fits

SLEEPING = "import time; time.sleep(600)"


@pytest.fixture
def gate(tmp_path):
    """A process that has only just been started."""
    child = Child(
        "gate",
        [sys.executable, "-c", SLEEPING],
        tmp_path / "gate.log",
        holds=Holds(lock_path(tmp_path, "gate")),
        environment=os.environ,
        is_vital=True,
    )
    child.start(0)
    yield child
    child.end()


@pytest.mark.real_time
def test_a_process_is_found_by_its_lock_from_its_first_instant_to_its_last(gate, tmp_path):
    assert living(tmp_path) == {"gate": gate.pid}
    os.kill(gate.pid, signal.SIGKILL)
    os.waitid(os.P_PID, gate.pid, os.WEXITED | os.WNOWAIT)
    assert living(tmp_path) == {}


def test_a_lock_that_is_let_go_before_its_holder_ends_is_free_and_no_other_is(tmp_path):
    mine, other = lock_path(tmp_path, "console"), lock_path(tmp_path, "gate")
    with held(mine), held(other):
        release_lock(mine)
        assert set(living(tmp_path)) == {"gate"}
        with held(mine):
            assert set(living(tmp_path)) == {"console", "gate"}


@pytest.mark.real_time
def test_a_process_that_is_started_again_is_found_by_its_new_number(gate, tmp_path):
    first = gate.pid
    gate.end()
    gate.start(0)
    assert living(tmp_path) == {"gate": gate.pid} != {"gate": first}


@pytest.mark.real_time
def test_a_process_holds_the_addresses_of_its_run_when_who_started_it_is_gone(tmp_path):
    with reserve(["gate"]) as reserved:
        child = Child(
            "gate",
            [sys.executable, "-c", SLEEPING],
            tmp_path / "gate.log",
            holds=Holds(addresses=reserved.descriptor),
            environment=os.environ,
            is_vital=True,
        )
        child.start(0)
    try:
        with reserve(["gate"]) as other:
            assert not set(other.addresses.groups.values()) & set(reserved.addresses.groups.values())
    finally:
        child.end()


@pytest.mark.real_time
def test_a_run_is_orphaned_when_a_process_outlives_its_supervisor(gate, tmp_path):
    with held(lock_path(tmp_path, SUPERVISOR)):
        assert living(tmp_path) == {"gate": gate.pid, SUPERVISOR: os.getpid()}
        assert not is_orphaned(tmp_path)
    assert is_orphaned(tmp_path)
    gate.end()
    assert not is_orphaned(tmp_path)


def test_a_number_in_a_lock_that_nobody_holds_is_nobody(tmp_path):
    path = lock_path(tmp_path, "gate")
    descriptor = acquire_lock(path)
    write_pid(descriptor, os.getpid())
    os.close(descriptor)
    assert path.read_text().strip() == str(os.getpid())
    assert living(tmp_path) == {}


def test_the_number_of_the_last_holder_is_never_taken_for_the_next_ones(tmp_path):
    path = lock_path(tmp_path, "gate")
    with held(path):
        pass
    descriptor = acquire_lock(path)
    assert living(tmp_path) == {"gate": 0}
    os.close(descriptor)


@pytest.mark.real_time
def test_a_lock_that_a_living_process_holds_is_not_taken_twice(gate, tmp_path, monkeypatch):
    monkeypatch.setattr(run_locks, "TRIES", 2)
    with pytest.raises(BlockingIOError, match="a living process holds it"):
        acquire_lock(lock_path(tmp_path, "gate"))
    assert living(tmp_path) == {"gate": gate.pid}


def test_readers_do_not_keep_a_process_from_its_lock(tmp_path):
    path, ended = lock_path(tmp_path, "gate"), threading.Event()
    os.close(acquire_lock(path))
    readers = [
        threading.Thread(target=lambda: [living(tmp_path) for _ in iter(ended.is_set, True)]) for _ in "ab"
    ]
    for reader in readers:
        reader.start()
    try:
        for _ in range(200):
            os.close(acquire_lock(path))
    finally:
        ended.set()
        for reader in readers:
            reader.join()


def test_where_nothing_can_be_written_a_process_is_known_to_live_though_not_its_number(tmp_path):
    path = lock_path(tmp_path, "gate")
    with held(path):
        pass
    with nothing_fits():
        descriptor = acquire_lock(path)
    assert living(tmp_path) == {"gate": 0}
    os.close(descriptor)


def test_a_lock_is_written_over_where_no_new_block_can_be_had(tmp_path):
    path = lock_path(tmp_path, "gate")
    os.close(acquire_lock(path))
    before = path.stat()
    with held(path):
        after = path.stat()
        assert (after.st_size, after.st_blocks) == (before.st_size, before.st_blocks)


def test_a_folder_without_locks_has_nobody(tmp_path):
    (tmp_path / "lock").write_text("no folder")
    assert (living(tmp_path), living(tmp_path / "none")) == ({}, {})


@pytest.mark.real_time
def test_reading_locks_needs_nothing_heavy():
    code = (
        "import sys, ground.run.kept.locks; print(sorted({'numpy', 'asyncio', 'msgspec'} & set(sys.modules)))"
    )
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert asked.stdout == "[]\n"
