"""Where a life begins to count: no number twice, whatever becomes of the store."""

import pytest

from telemetry.drive.store import FileStore, MemoryStore, StoreError
from telemetry.life.boot import Boot, boot_at, next_boot

S = 1_000_000_000
NOW_NS = 1_795_000_000 * S + 5


class FullDisk(MemoryStore):
    def append(self, key, record):
        raise StoreError("no space left")


def test_each_start_begins_an_epoch_after_every_one_before_and_that_is_durable(tmp_path):
    begun = [next_boot(FileStore(tmp_path, sync=False), Boot()).boot.epoch for _ in range(3)]
    assert begun == [0, 1, 2]


def test_a_store_that_is_lost_goes_on_by_the_clock():
    before = next_boot(MemoryStore(), boot_at(NOW_NS)).boot
    after = next_boot(MemoryStore(), boot_at(NOW_NS + 1)).boot
    assert after > before


def test_a_clock_that_was_set_back_does_not_bring_a_number_back():
    store = MemoryStore()
    before = next_boot(store, boot_at(NOW_NS)).boot
    assert next_boot(store, boot_at(NOW_NS - 3600 * S)).boot.epoch == before.epoch + 1


def test_a_disk_that_takes_nothing_keeps_nobody_from_starting_and_is_told():
    first, second = (next_boot(FullDisk(), boot_at(NOW_NS + k)) for k in (0, 1))
    assert second.boot > first.boot
    assert "not durable: no space left" in first.complaint


def test_a_folder_that_cannot_be_made_keeps_nobody_from_starting(tmp_path):
    (tmp_path / "file").touch()
    begun = next_boot(FileStore(tmp_path / "file" / "gate", sync=True), boot_at(NOW_NS))
    assert begun.boot == boot_at(NOW_NS)
    assert begun.complaint


@pytest.mark.parametrize("later_ns", [1, 1_000, S - 5, S])
def test_two_guests_of_one_second_say_a_million_things_under_different_numbers(later_ns):
    first, second = boot_at(NOW_NS), boot_at(NOW_NS + later_ns)
    assert (first.epoch, first.sequence + 1_000_000) < second


def test_the_clocks_numbers_fit_their_octets_for_as_long_as_this_is_used():
    boot = boot_at(4_000_000_000 * S + S - 1)
    assert boot.epoch < 2**32
    assert boot.sequence < 2**63
