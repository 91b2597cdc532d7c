"""What the recorder keeps for late screens: bounded in memory and in rate, and proof against damage."""

import zlib

import msgspec
import pytest

from telemetry.agreed.run_settings import NS_PER_S as S
from telemetry.messages.acts import Lease
from telemetry.messages.past import PART_BYTES, PastPart, PastRequest
from telemetry.messages.queue import HoldNotice
from telemetry.recording import pass_book
from telemetry.recording.pass_book import PARTS_A_SECOND, UNPACKED_BYTES, PassBook, messages_of


def notice(epoch):
    return HoldNotice(epoch=epoch, reason="latched", detail="x" * 400, rest_q=None)


def part(content):
    return PastPart(life=1, part=0, parts=1, since_ns=0, content=content)


@pytest.fixture
def full(monkeypatch):
    """A book with more than it may keep."""
    monkeypatch.setattr(pass_book, "KEPT_BYTES", 3000)
    book = PassBook(life=1)
    for epoch in range(5 * PART_BYTES // 400):
        book.on_message(notice(epoch), epoch)
    return book


def test_beyond_the_most_that_is_kept_the_oldest_parts_go_and_the_answer_says_since_when(full):
    oldest = full.on_request(PastRequest(part=0), S)
    assert 0 < oldest.part < oldest.parts
    assert messages_of(oldest)[0].at_ns == oldest.since_ns > 0
    assert full.kept_bytes <= 3000 + PART_BYTES


def test_all_parts_together_are_what_was_said_in_its_order(full):
    first = full.on_request(PastRequest(part=0), S)
    parts = [full.on_request(PastRequest(part=number), S) for number in range(first.part, first.parts)]
    epochs = [kept.message.epoch for each in parts for kept in messages_of(each)]
    assert epochs == list(range(first.since_ns, 5 * PART_BYTES // 400))


def test_more_parts_than_so_many_a_second_are_not_answered(full):
    answers = [full.on_request(PastRequest(part=0), S + k) for k in range(PARTS_A_SECOND + 1)]
    assert [bool(answer) for answer in answers] == [True] * PARTS_A_SECOND + [False]
    assert full.on_request(PastRequest(part=0), 2 * S + 1)


def test_a_lease_that_is_renewed_is_kept_once():
    book = PassBook(life=1)
    for at_ns, holder in enumerate(("", "console", "console", "", "console")):
        book.on_message(Lease(holder=holder, until_ns=at_ns), at_ns)
    assert [kept.at_ns for kept in messages_of(book.on_request(PastRequest(part=0), S))] == [0, 1, 3, 4]


def test_a_damaged_part_and_one_that_unpacks_to_too_much_hold_nothing():
    bomb = zlib.compress(msgspec.msgpack.encode([(0, b"\0" * 2 * UNPACKED_BYTES)]))
    assert messages_of(part(b"\0\1\2")) is messages_of(part(bomb)) is None
