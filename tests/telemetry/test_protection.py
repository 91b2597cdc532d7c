"""The protection header: golden bytes, and a guard for each of its fields."""

import pytest

from telemetry.packet import Rejection
from telemetry.protection import SENDERS, Unwrapped, Wrapper, mode_number, unwrap
from telemetry.routes import ROLES

REHEARSAL = mode_number("rehearsal")

GOLDEN = bytes.fromhex(
    "01"  # version
    "02"  # mode: rehearsal
    "00 00"  # key id: unsealed
    "00 05"  # sender: gate
    "00 00 00 09"  # boot epoch
    "00 00 00 00 00 00 00 01"  # sequence: the first
    "C0"  # payload: nil
    "00000000 00000000 00000000 00000000"  # tag: reserved
)


def test_body_has_the_golden_bytes():
    assert Wrapper("gate", mode="rehearsal", boot_epoch=9).wrap(b"\xc0") == GOLDEN
    assert unwrap(GOLDEN, REHEARSAL) == Unwrapped("gate", 9, 1, b"\xc0")


def test_every_body_of_a_sender_has_the_next_number():
    wrapper = Wrapper("bridge", mode="live", boot_epoch=0)
    bodies = [unwrap(wrapper.wrap(b""), mode_number("live")) for _ in range(3)]
    assert [body.sequence for body in bodies] == [1, 2, 3]


def test_every_role_has_its_own_sender_number():
    assert sorted(SENDERS.values()) == list(range(1, len(ROLES) + 1))


@pytest.mark.parametrize("said", ["live", "rehearsal", "replay"])
@pytest.mark.parametrize("heard", ["live", "rehearsal", "replay"])
def test_what_is_said_in_one_mode_is_not_accepted_in_another(said, heard):
    result = unwrap(Wrapper("gate", mode=said, boot_epoch=0).wrap(b"\xc0"), mode_number(heard))
    assert (result is Rejection.MODE) == (said != heard)


@pytest.mark.parametrize(
    ("octet", "value", "reason"),
    [
        (0, 0, Rejection.PROTECTION_VERSION),
        (0, 2, Rejection.PROTECTION_VERSION),
        (1, 0, Rejection.MODE),
        (3, 1, Rejection.KEY),
        (5, 0, Rejection.SENDER),
        (5, len(ROLES) + 1, Rejection.SENDER),
        (4, 0xFF, Rejection.SENDER),
        (-1, 1, Rejection.TAG),
        (-16, 0x80, Rejection.TAG),
    ],
)
def test_wrong_field_is_rejected_by_name(octet, value, reason):
    damaged = bytearray(GOLDEN)
    damaged[octet] = value
    assert bytes(damaged) != GOLDEN
    assert unwrap(bytes(damaged), REHEARSAL) is reason


def test_body_too_short_for_header_and_tag_is_rejected():
    for length in range(18 + 16):
        assert unwrap(GOLDEN[:length], REHEARSAL) is Rejection.LENGTH


def test_unknown_role_mode_or_boot_epoch_is_the_callers_mistake():
    with pytest.raises(ValueError, match="unknown role 'gat'"):
        Wrapper("gat", mode="live", boot_epoch=0)
    with pytest.raises(ValueError, match="unknown mode 'test'"):
        Wrapper("gate", mode="test", boot_epoch=0)
    with pytest.raises(ValueError, match="boot epoch"):
        Wrapper("gate", mode="live", boot_epoch=2**32)
