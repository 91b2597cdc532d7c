"""The protection header: golden bytes, and a guard for each of its fields."""

import pytest

from telemetry.wire.packet import Rejection
from telemetry.wire.protection import Unwrapped, Wrapper, mode_number, run_octets, unwrap

REHEARSAL = mode_number("rehearsal")
PASS_7 = run_octets("pass-7")

GOLDEN = bytes.fromhex(
    "02"  # version
    "02"  # mode: rehearsal
    "00 00"  # key id: unsealed
    "C8 A1 24 08 86 20 3B 7B"  # run: SHA-256("pass-7"), its first octets
    "00 05"  # sender: gate
    "00 00 00 09"  # boot epoch
    "00 00 00 00 00 00 00 01"  # sequence: the first
    "C0"  # payload: nil
    "00000000 00000000 00000000 00000000"  # tag: reserved
)


def test_body_has_the_golden_bytes():
    wrapper = Wrapper("gate", mode="rehearsal", run_id="pass-7", boot_epoch=9)
    assert wrapper.wrap(b"\xc0").hex() == GOLDEN.hex()
    assert unwrap(GOLDEN, REHEARSAL, PASS_7) == Unwrapped(5, 9, 1, b"\xc0")


def test_every_body_of_a_sender_has_the_next_number():
    wrapper = Wrapper("bridge", mode="live", run_id="pass-7", boot_epoch=0)
    bodies = [unwrap(wrapper.wrap(b""), mode_number("live"), PASS_7) for _ in range(3)]
    assert [body.sequence for body in bodies] == [1, 2, 3]


@pytest.mark.parametrize("said", ["live", "rehearsal", "replay"])
@pytest.mark.parametrize("heard", ["live", "rehearsal", "replay"])
def test_what_is_said_in_one_mode_is_not_accepted_in_another(said, heard):
    body = Wrapper("gate", mode=said, run_id="pass-7", boot_epoch=0).wrap(b"\xc0")
    assert (unwrap(body, mode_number(heard), PASS_7) is Rejection.MODE) == (said != heard)


def test_what_is_said_in_one_run_is_not_accepted_in_another():
    assert unwrap(GOLDEN, REHEARSAL, run_octets("pass-8")) is Rejection.OTHER_RUN


def test_who_reads_what_others_had_taken_takes_it_of_any_run():
    assert unwrap(GOLDEN, REHEARSAL, None) == Unwrapped(5, 9, 1, b"\xc0")


@pytest.mark.parametrize(
    ("octet", "value", "reason"),
    [
        (0, 0, Rejection.PROTECTION_VERSION),
        (0, 1, Rejection.PROTECTION_VERSION),
        (1, 0, Rejection.MODE),
        (3, 1, Rejection.KEY),
        (4, 0, Rejection.OTHER_RUN),
        (11, 0, Rejection.OTHER_RUN),
        (-1, 1, Rejection.TAG),
        (-16, 0x80, Rejection.TAG),
    ],
)
def test_wrong_field_is_rejected_by_name(octet, value, reason):
    damaged = bytearray(GOLDEN)
    damaged[octet] = value
    assert bytes(damaged) != GOLDEN
    assert unwrap(bytes(damaged), REHEARSAL, PASS_7) is reason


def test_body_too_short_for_header_and_tag_is_rejected():
    for length in range(26 + 16):
        assert unwrap(GOLDEN[:length], REHEARSAL, PASS_7) is Rejection.LENGTH


def test_unknown_participant_mode_or_boot_epoch_is_the_callers_mistake():
    with pytest.raises(ValueError, match="unknown participant 'gat'"):
        Wrapper("gat", mode="live", run_id="", boot_epoch=0)
    with pytest.raises(ValueError, match="unknown mode 'test'"):
        Wrapper("gate", mode="test", run_id="", boot_epoch=0)
    with pytest.raises(ValueError, match="boot epoch"):
        Wrapper("gate", mode="live", run_id="", boot_epoch=2**32)
