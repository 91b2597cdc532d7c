"""A life reserves its boot epoch before its first word; what cannot be trusted makes it unnumbered."""

import errno
import os
import shutil

import numpy as np
import pytest

from telemetry.keys import number_state
from telemetry.keys.number_state import NumbersOf, begin_numbers, reserve
from telemetry.life.clock import utc_ns

GATE = NumbersOf("gate", 0x8A01)
CURE = "rotate the keys"
S = 10**9
HOUR_NS = 3600 * S


@pytest.fixture
def numbers(tmp_path):
    path = tmp_path / "gate.numbers"
    begin_numbers(path, GATE, made_ns=utc_ns())
    return path


def begun(path, whose=GATE, **clock):
    return reserve(path, whose, cure=CURE, **clock)


def damaged(path, where=30):
    data = bytearray(path.read_bytes())
    data[where] ^= 1
    with path.open("r+b") as file:
        file.write(data)


def put_back_as_a_file(path):
    copy = path.with_name("copy")
    shutil.copy2(path, copy)
    begun(path)
    copy.replace(path)


def test_each_life_counts_from_a_later_epoch(numbers):
    lives = [begun(numbers).boot for _ in range(4)]
    assert [life.epoch for life in lives] == [1, 2, 3, 4]
    assert all(life.is_numbered for life in lives)


def test_the_epoch_is_on_the_disk_before_the_life_knows_it(numbers, monkeypatch):
    held = []
    monkeypatch.setattr(number_state.os, "fsync", lambda number: held.append(os.pread(number, 512, 0)))
    assert f'"epoch":{begun(numbers).boot.epoch},'.encode() in held[-1]


def test_a_disk_put_back_as_a_whole_repeats_no_number_while_the_clock_goes_on(numbers, monkeypatch):
    monkeypatch.setattr(number_state, "STAMP_NS", 10 * HOUR_NS)  # of what was put back nothing shows it
    older = numbers.read_bytes()
    used = [begun(numbers, clock=lambda: utc_ns() + HOUR_NS).boot.epoch for _ in range(20)]
    numbers.write_bytes(older)
    assert begun(numbers, clock=lambda: utc_ns() + HOUR_NS + 60 * S).boot.epoch > used[-1]


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (os.unlink, "is missing"),
        (damaged, "is torn or was altered"),
        (lambda path: os.truncate(path, 100), "is torn or was altered"),
        (lambda path: os.truncate(path, 0), "is torn or was altered"),
        (put_back_as_a_file, "was put there from a copy"),
    ],
)
def test_numbers_that_cannot_be_known_leave_a_life_unnumbered(numbers, harm, why):
    harm(numbers)
    found = begun(numbers)
    assert not found.boot.is_numbered
    assert why in found.problem
    assert found.problem.endswith("gate commands no motion under key 8A01; rotate the keys")
    assert "\n" not in found.problem


def test_an_older_content_in_the_same_file_is_seen_by_the_time_of_its_change(numbers, monkeypatch):
    with monkeypatch.context() as lenient:
        lenient.setattr(number_state, "STAMP_NS", HOUR_NS)
        begun(numbers, clock=lambda: utc_ns() - S // 2)  # what was written then, and changed now
    assert "an older one was put back" in begun(numbers).problem


def test_a_clock_that_was_set_back_is_seen(numbers):
    found = begun(numbers, clock=lambda: utc_ns() - HOUR_NS)
    assert "by the clock of this host, which was set back" in found.problem
    assert begun(numbers).problem == ""  # the file stayed as it was


@pytest.mark.parametrize("whose", [NumbersOf("gate", 0x8A02), NumbersOf("bridge", 0x8A01)])
def test_the_state_of_another_key_or_participant_is_not_taken(numbers, whose):
    found = begun(numbers, whose)
    assert not found.boot.is_numbered
    assert "belongs to" in found.problem


def test_a_full_disk_leaves_a_life_unnumbered(numbers, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(number_state.os, "pwrite", full)
    found = begun(numbers)
    assert not found.boot.is_numbered
    assert "No space left on device" in found.problem


def test_unnumbered_lives_meet_neither_one_another_nor_a_numbered_one(numbers):
    os.unlink(numbers)
    lives = [begun(numbers).boot for _ in range(20)]
    assert len(set(lives)) == 20
    assert all(2**31 <= life.epoch < 2**32 and 0 <= life.sequence < 2**63 for life in lives)


def test_what_is_begun_is_never_begun_again(numbers):
    with pytest.raises(FileExistsError):
        begin_numbers(numbers, GATE, made_ns=utc_ns())


def test_a_disk_with_a_clock_of_its_own_is_named(numbers, monkeypatch):
    monkeypatch.setattr(number_state, "STAMP_TRIALS", 2)
    found = begun(numbers, clock=lambda: utc_ns() + HOUR_NS)
    assert "lies on a disk whose clock is -3600.0 s from this host's" in found.problem


class CutError(BaseException):
    """The process is gone."""


def lives_under_cuts(path, monkeypatch, *, seed, kinds):
    """Begin lives that are killed at some file operation of their reservation, or not; return their boots."""
    rng, boots = np.random.default_rng(seed), []
    for kind in rng.choice(kinds, 60):
        with monkeypatch.context() as patch:
            if kind != "none":
                patch.setattr(number_state.os, kind.split()[0], cut(kind))
            try:
                boots.append(begun(path).boot)
            except CutError:
                continue  # nothing was said in that life
    return boots


def cut(kind):
    def gone(number, data=b"", place=0):
        if kind == "pwrite torn":
            pwrite(number, data[: len(data) // 3], place)
        raise CutError

    return gone


pwrite = os.pwrite


@pytest.mark.parametrize("seed", range(4))
def test_wherever_a_reservation_is_cut_no_two_lives_count_from_one_epoch(numbers, monkeypatch, seed):
    lives = lives_under_cuts(numbers, monkeypatch, seed=seed, kinds=["none", "pwrite", "fsync"])
    epochs = [life.epoch for life in lives]
    assert len(lives) > 10 and all(life.is_numbered for life in lives)
    assert epochs == sorted(set(epochs))


def test_after_a_torn_write_no_life_is_numbered_any_more(numbers, monkeypatch):
    kinds = ["none", "pwrite", "fsync", "pwrite torn"]
    lives = lives_under_cuts(numbers, monkeypatch, seed=3, kinds=kinds)
    flags = [life.is_numbered for life in lives]
    assert flags == sorted(flags, reverse=True) and not flags[-1]
    assert len(set(lives)) == len(lives)
