"""What has come before a restart is refused after it."""

import pytest

from telemetry.agreed.participants import PARTICIPANTS, Participant
from telemetry.drive.heard_page import PAGE, HeardPage
from telemetry.wire.protection.header import Body
from tests.full_disk import nothing_fits

BLOCK_BYTES = 512  # as the system counts them
GATE = Participant("gate", "gate")


def arrivals(page, *numbers, boot_epoch=7, way="tc"):
    return [page.on_body(Body(GATE, boot_epoch, number, b""), way) for number in numbers]


@pytest.fixture
def begin(tmp_path):
    return lambda: HeardPage(tmp_path, PARTICIPANTS).numbers


def test_what_came_before_a_restart_is_old_after_it_and_the_next_is_new(begin):
    assert arrivals(begin(), 1, 2, 9) == ["new"] * 3
    assert arrivals(begin(), 9, 5, 1, 10) == ["old", "old", "old", "new"]


def test_a_former_life_of_the_sender_stays_old_after_a_restart(begin):
    arrivals(begin(), 3, boot_epoch=8)
    assert arrivals(begin(), 99, boot_epoch=7) == ["old"]
    assert arrivals(begin(), 1, boot_epoch=9) == ["new"]


def test_each_way_of_a_sender_is_kept_by_itself(begin):
    arrivals(begin(), 50, way="tm")
    assert arrivals(begin(), 4, way="tc") == ["new"]


def test_a_page_has_its_room_on_the_disk_from_the_beginning_so_that_a_full_one_ends_no_process(tmp_path):
    HeardPage(tmp_path, PARTICIPANTS)
    page = (tmp_path / PAGE).stat()
    assert page.st_blocks * BLOCK_BYTES >= page.st_size > 0


def test_on_a_disk_that_is_full_at_the_beginning_there_is_no_page(tmp_path):
    with nothing_fits(), pytest.raises(OSError, match="File too large"):
        HeardPage(tmp_path, PARTICIPANTS)


def test_a_page_that_is_a_link_to_another_file_is_not_opened(tmp_path):
    (tmp_path / "heard.page").symlink_to(tmp_path / "other")
    with pytest.raises(OSError, match=r"heard\.page"):
        HeardPage(tmp_path, PARTICIPANTS)
