"""The protection header: golden bytes, and a guard for each of its fields."""

import pytest

from telemetry.agreed.keys import UNSEALED
from telemetry.agreed.participants import PARTICIPANTS, Participant, Speakers
from telemetry.life.boot import FIRST_BOOT, Boot
from telemetry.wire.protection.arrival import Rejection
from telemetry.wire.protection.header import Body, Numbering, Opening
from telemetry.wire.protection.heard_numbers import HeardNumbers
from telemetry.wire.protection.traffic import UNSEALED_SEAL

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


HEAD = b"what stands before it"
GATE = Participant("gate", "gate")


class Sender:
    def __init__(self, participant, speakers, boot):
        self.numbering = Numbering(participant, speakers, boot=boot)

    def seal(self, head, payload):
        return UNSEALED_SEAL.sealed(head, self.numbering.next(), payload)


def sealing(participant="gate", mode="rehearsal", boot=FIRST_BOOT):
    return Sender(participant, Speakers(mode=mode, run_id="pass-7", keys=UNSEALED), boot)


def opened(body, mode="rehearsal", run_id="pass-7"):
    return Opening(Speakers(mode=mode, run_id=run_id, keys=UNSEALED)).open(HEAD + body, len(HEAD))


def test_body_has_the_golden_bytes():
    assert sealing(boot=Boot(9)).seal(HEAD, b"\xc0").hex() == (HEAD + GOLDEN).hex()
    assert opened(GOLDEN) == Body(GATE, 9, 1, b"\xc0")


def test_every_body_of_a_sender_has_the_next_number():
    bridge = sealing("bridge")
    assert [opened(bridge.seal(b"", b"")).sequence for _ in range(3)] == [1, 2, 3]


def test_a_life_counts_from_where_it_begins():
    body = opened(sealing(boot=Boot(7, 500)).seal(b"", b""))
    assert (body.boot_epoch, body.sequence) == (7, 501)


@pytest.mark.parametrize("said", ["live", "rehearsal", "replay"])
@pytest.mark.parametrize("heard", ["live", "rehearsal", "replay"])
def test_what_is_said_in_one_mode_is_not_accepted_in_another(said, heard):
    body = sealing(mode=said).seal(b"", b"\xc0")
    assert (opened(body, mode=heard) is Rejection.MODE) == (said != heard)


def test_what_is_said_in_one_run_is_not_accepted_in_another():
    assert opened(GOLDEN, run_id="pass-8") is Rejection.OTHER_RUN


def test_who_reads_what_others_had_taken_takes_it_of_any_run_and_asks_for_no_proof():
    sealed = GOLDEN[:3] + b"\x07" + GOLDEN[4:-1] + b"\x01"  # under a key that nobody here has
    on_record = Opening(Speakers(run_id="pass-8").on_record)
    assert [opened(each, run_id="pass-7") for each in (GOLDEN, sealed)] == [
        Body(GATE, 9, 1, b"\xc0"), Rejection.KEY,
    ]  # fmt: skip
    assert [on_record.open(HEAD + each, len(HEAD)) for each in (GOLDEN, sealed)] == [
        Body(GATE, 9, 1, b"\xc0")
    ] * 2


def test_who_reads_a_recording_cannot_speak():
    with pytest.raises(ValueError, match="gate cannot speak: what is on record has no run and no keys"):
        Numbering("gate", Speakers().on_record, boot=FIRST_BOOT)


@pytest.mark.parametrize(
    ("octet", "value", "reason"),
    [
        (0, 0, Rejection.PROTECTION_VERSION),
        (0, 1, Rejection.PROTECTION_VERSION),
        (1, 0, Rejection.MODE),
        (3, 1, Rejection.KEY),
        (4, 0, Rejection.OTHER_RUN),
        (11, 0, Rejection.OTHER_RUN),
        (13, 0, Rejection.SENDER),
        (13, len(PARTICIPANTS) + 1, Rejection.SENDER),
        (12, 0xFF, Rejection.SENDER),
        (-1, 1, Rejection.TAG),
        (-16, 0x80, Rejection.TAG),
    ],
)
def test_wrong_field_is_rejected_by_name(octet, value, reason):
    damaged = bytearray(GOLDEN)
    damaged[octet] = value
    assert bytes(damaged) != GOLDEN
    assert opened(bytes(damaged)) is reason


def test_body_too_short_for_header_and_tag_is_rejected():
    for length in range(26 + 16):
        assert opened(GOLDEN[:length]) is Rejection.LENGTH


def test_unknown_participant_mode_or_boot_epoch_is_the_callers_mistake():
    with pytest.raises(ValueError, match="unknown participant 'gat'"):
        sealing("gat")
    with pytest.raises(ValueError, match="unknown mode 'test'"):
        sealing(mode="test")
    with pytest.raises(ValueError, match="boot epoch"):
        sealing(boot=Boot(2**32))


def body(number, boot_epoch=0, sender=GATE):
    return Body(sender, boot_epoch, number, b"")


def test_two_ways_of_a_sender_and_two_senders_overtake_one_another_at_will():
    heard = HeardNumbers()
    told = [heard.on_body(body(5), "tc"), heard.on_body(body(3), "stream"), heard.on_body(body(4), "tc")]
    assert told == ["new", "new", "late"]
    assert heard.on_body(body(5, sender=Participant("bridge", "bridge")), "tc") == "new"


def test_a_number_that_comes_twice_by_one_way_is_told_as_a_duplicate():
    heard = HeardNumbers()
    assert [heard.on_body(body(n), "tm") for n in (1, 2, 2, 1)] == ["new", "new", "duplicate", "duplicate"]


def test_what_a_former_life_has_said_is_old_and_a_later_life_counts_anew():
    heard = HeardNumbers()
    told = [
        heard.on_body(body(9, 1), "tm"),
        heard.on_body(body(1, 2), "tm"),
        heard.on_body(body(10, 1), "stream"),
    ]
    assert told == ["new", "new", "old"]
