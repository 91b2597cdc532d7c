"""What has come before a restart is refused after it; who cannot know what has come is not trusted to."""

import shutil

import pytest

from telemetry.agreed.participants import PARTICIPANTS, Participant
from telemetry.keys.heard_page import PAGE_BYTES, PLACES, LifeOf, PageError, begin_page, go_on, problem_of
from telemetry.wire.protection.header import Body
from tests.full_disk import nothing_fits

HOSTS = 16  # of a station, each beyond the first with a supervisor of its own
BLOCK_BYTES = 512  # as the system counts them
GATE = Participant("gate", "gate")


def arrivals(heard, *numbers, boot_epoch=7, way="tc"):
    return [heard.on_body(Body(GATE, boot_epoch, number, b""), way) for number in numbers]


@pytest.fixture
def path(tmp_path):
    begin_page(tmp_path / "bridge.heard")
    return tmp_path / "bridge.heard"


@pytest.fixture
def begin(path):
    return lambda epoch=1, former=0, run="pass-1": go_on(path, LifeOf(run, PARTICIPANTS, epoch, former))


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


def test_another_run_begins_the_page_anew_whatever_its_rows_have_become(begin, path):
    arrivals(begin(), 50)
    with path.open("r+b") as page:
        page.seek(PAGE_BYTES - 1)
        page.write(b"?")
    assert arrivals(begin(run="pass-2"), 4) == ["new"]
    assert arrivals(begin(run="pass-2"), 4) == ["old"]


def test_a_page_has_its_room_on_the_disk_from_the_beginning_so_that_a_full_one_ends_no_process(begin, path):
    page = path.stat()
    assert page.st_blocks * BLOCK_BYTES >= page.st_size == PAGE_BYTES
    with nothing_fits():
        assert arrivals(begin(), 1, 2) == ["new"] * 2


def test_a_page_that_is_missing_is_not_made_again(begin, path):
    path.unlink()
    with pytest.raises(FileNotFoundError):
        begin()
    assert not path.exists()
    assert problem_of(path).endswith("what was heard is missing")


def cut_off(path):
    with path.open("r+b") as page:
        page.truncate(PAGE_BYTES // 2)


def zeroed(path):
    with path.open("r+b") as page:
        page.write(bytes(PAGE_BYTES))


def altered_in_a_row(path):
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    with path.open("r+b") as page:
        page.write(data)


def copied(path):
    shutil.copy2(path, path.with_suffix(".copy"))
    path.with_suffix(".copy").replace(path)


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (cut_off, "torn"),
        (zeroed, "torn or was altered"),
        (altered_in_a_row, "torn or was altered"),
        (copied, "put there from a copy"),
    ],
)
def test_a_page_that_cannot_be_trusted_is_refused_and_stays_as_it_was_found(begin, path, harm, why):
    participants = tuple(Participant(f"console-{place}", "console") for place in range(PLACES))
    go_on(path, LifeOf("pass-1", participants, 1, 0))
    harm(path)
    found = path.read_bytes()
    for _ in range(2):
        with pytest.raises(PageError, match=why):
            go_on(path, LifeOf("pass-1", participants, 2, 1))
    assert path.read_bytes() == found


def test_a_page_of_an_earlier_life_that_is_put_back_in_its_place_is_refused_also_in_another_run(begin, path):
    begin(epoch=5)
    older = path.read_bytes()
    begin(epoch=6, former=5)
    path.write_bytes(older)
    for run in ("pass-1", "pass-2"):
        with pytest.raises(PageError, match="older than the last life"):
            begin(epoch=7, former=6, run=run)


def test_a_life_without_numbers_goes_on_with_the_page_and_makes_it_no_older(begin):
    arrivals(begin(epoch=5), 9)
    assert arrivals(begin(epoch=0), 9) == ["old"]
    assert arrivals(begin(epoch=6, former=5), 9) == ["old"]


def test_a_page_that_is_a_link_to_another_file_is_not_opened(begin, path):
    path.rename(path.with_suffix(".other"))
    path.symlink_to(path.with_suffix(".other"))
    with pytest.raises(OSError, match="symbolic links"):
        begin()


def test_every_table_that_a_station_can_have_fits_on_a_page():
    assert len(PARTICIPANTS) + HOSTS - 1 <= PLACES
