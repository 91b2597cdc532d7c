"""What is sealed proves its sender, on its way, in its run and mode, once."""

from dataclasses import replace

import pytest

from telemetry.agreed.participants import PARTICIPANTS, Speakers
from telemetry.keys.key_sets import drawn_rings
from telemetry.life.boot import UNNUMBERED, Boot
from telemetry.messages.acts import ArmPlan
from telemetry.messages.command import HoldCommand, Keep, Motion
from telemetry.messages.spacecraft import Telemetry
from telemetry.wire.codec import Reader, Received, Rejected, Wire
from telemetry.wire.protection.header import HEADER_BYTES, tail_bytes
from telemetry.wire.protection.stream_session import StreamSession
from tests.telemetry.wire.test_codec import example

MASTER = bytes(range(32))
KEEP, HOLD = Keep(epoch=3, repeat=None), HoldCommand(actor="console", pressed_ns=1, nonce=2)
PACKET_HEAD = 14
COMMANDS_RECEIVERS = ("bridge", "predictor", "haptics")


def rings(*, mode="rehearsal", **options):
    return drawn_rings(MASTER, mode=mode, number=7, participants=PARTICIPANTS, **options)


RINGS = rings()


def speakers(name, *, ring=None, mode="rehearsal", run_id="pass-7", **places):
    return Speakers(mode=mode, run_id=run_id, keys=ring or RINGS[name], places=places)


def packet(name, message, *, boot=None, **options):
    return Wire(name, speakers(name, **options), boot=boot or Boot(9)).packets(message, 0)[0]


def received(name, data, way, **options):
    return Reader(speakers(name, **options)).decode(data, way)


WAYS = {
    "tc to the bridge": ("gate", KEEP, "bridge", "tc"),
    "tc to the predictor": ("gate", KEEP, "predictor", "tc"),
    "tc to the haptics": ("gate", KEEP, "haptics", "tc"),
    "tm to the gate": ("bridge", example(Telemetry), "gate", "tm"),
    "tm to the predictor": ("bridge", example(Telemetry), "predictor", "tm"),
    "tm to a console": ("bridge", example(Telemetry), "console", "tm"),
    "up": ("bridge", KEEP, "spacecraft", "up"),
    "a second HOLD up": ("second_uplink", HOLD, "spacecraft", "up"),
    "down": ("spacecraft", example(Telemetry), "bridge", "down"),
}


@pytest.mark.parametrize(("sender", "message", "receiver", "way"), WAYS.values(), ids=WAYS)
def test_what_is_sealed_is_taken_once_and_not_with_a_bit_changed(sender, message, receiver, way):
    good, reader = packet(sender, message), Reader(speakers(receiver))
    tags = tail_bytes(good[PACKET_HEAD:])
    of_receivers = {"tc": COMMANDS_RECEIVERS, "tm": ("group", "predictor", "gate")}.get(way, (receiver,))
    own = of_receivers.index(receiver) if receiver in of_receivers else 0
    tag_at = len(good) - tags + 16 * own
    for place in (*range(6, PACKET_HEAD), *range(PACKET_HEAD, len(good) - tags), tag_at, tag_at + 15):
        altered = bytearray(good)
        altered[place] ^= 0x40
        assert isinstance(reader.decode(bytes(altered), way), Rejected), place
    assert reader.decode(good, way) == Received(sender, message, 0)
    assert reader.decode(good, way) == Rejected("replay")


@pytest.mark.parametrize(
    "other",
    [
        {"mode": "live", "ring": rings(mode="live")["bridge"]},
        {"run_id": "pass-8"},
        {"ring": drawn_rings(bytes(32), mode="rehearsal", number=7, participants=PARTICIPANTS)["bridge"]},
        {"tc": "239.192.1.2:20001"},
    ],
    ids=["another mode", "another run", "another key set of the same id", "another group"],
)
def test_what_is_of_one_mode_run_set_or_group_is_taken_in_no_other(other):
    assert isinstance(received("bridge", packet("gate", KEEP), "tc", **other), Rejected)


def test_the_tag_for_one_receiver_is_none_for_another():
    data = packet("gate", KEEP)
    swapped = data[:-48] + data[-32:-16] + data[-48:-32] + data[-16:]
    assert received("bridge", swapped, "tc") == received("predictor", swapped, "tc") == Rejected("tag")
    assert received("haptics", swapped, "tc").message == KEEP


@pytest.mark.parametrize("thief", ["predictor", "haptics", "recorder", "console", "observer", "planner"])
def test_with_the_keys_of_anybody_else_nobody_speaks_as_the_gate_to_bridge_or_spacecraft(thief):
    stolen = RINGS[thief]
    for known in stolen.pairs.values():
        for name in ("gate", "bridge", "second_uplink"):
            pairs = dict.fromkeys(RINGS, known)
            forged = replace(RINGS[name], pairs=pairs, groups=stolen.groups)
            for message in (KEEP, example(Motion)):
                data = packet(name, message, ring=forged)
                assert isinstance(received("bridge", data, "tc"), Rejected)
                assert isinstance(received("spacecraft", data, "up"), Rejected)


@pytest.mark.parametrize("is_confidential", [False, True], ids=["readable", "confidential"])
@pytest.mark.parametrize("thief", sorted(set(RINGS) - {"bridge", "gate"}))
def test_with_the_keys_of_anybody_else_nobody_makes_telemetry_that_the_gate_believes(thief, is_confidential):
    """Nor the predictor, but with its own; everybody of the group can fool the others of it."""
    drawn = rings(is_confidential=is_confidential)
    stolen = drawn[thief]
    for known in stolen.pairs.values():
        forged = replace(drawn["bridge"], pairs=dict.fromkeys(RINGS, known), groups=drawn["gate"].groups)
        data = packet("bridge", example(Telemetry), ring=forged)
        assert received("gate", data, "tm", ring=drawn["gate"]) == Rejected("tag")
        if thief != "predictor":
            assert received("predictor", data, "tm", ring=drawn["predictor"]) == Rejected("tag")
        assert isinstance(received("console", data, "tm", ring=drawn["console"]), Received)


def test_no_ring_but_bridge_second_uplink_and_spacecraft_holds_a_key_of_the_space_link():
    assert {name for name, ring in RINGS.items() if "spacecraft" in ring.pairs} == {"bridge", "second_uplink"}


def test_an_observer_has_keys_for_hold_and_what_has_been_and_for_nothing_that_moves_the_arm():
    assert not {"spacecraft", "second_uplink"} & set(RINGS["observer"].pairs)
    session = session_of("observer", "gate")
    wire = Wire("observer", speakers("observer"))
    reader, there = Reader(speakers("gate")), session_of("gate", "observer")
    assert reader.decode(wire.frame(HOLD, session), "stream", there).message == HOLD
    assert reader.decode(wire.frame(example(ArmPlan), session), "stream", there) == Rejected("sender")


def session_of(holder, peer, *, fresh=(b"a" * 16, b"b" * 16), ring=None):
    return StreamSession(speakers(holder, ring=ring), peer, fresh=fresh)


def test_a_frame_is_taken_by_its_connection_alone_and_once():
    frame = Wire("console", speakers("console")).frame(HOLD, session_of("console", "gate"))
    reader, here = Reader(speakers("gate")), session_of("gate", "console")
    assert reader.decode(frame, "stream", here) == Received("console", HOLD, None)
    assert reader.decode(frame, "stream", here) == Rejected("replay")
    again = session_of("gate", "console", fresh=(b"a" * 16, b"c" * 16))
    assert reader.decode(frame, "stream", again) == Rejected("tag")
    assert reader.decode(frame, "stream", session_of("gate", "bridge")) == Rejected("sender")
    assert reader.decode(frame, "stream") == Rejected("tag")


def test_a_frame_is_not_taken_back_by_who_has_sent_it():
    frame = Wire("console", speakers("console")).frame(HOLD, session_of("console", "gate"))
    assert Reader(speakers("console")).decode(frame, "stream", session_of("console", "gate")) == Rejected(
        "sender"
    )


def test_a_life_without_numbers_sends_hold_and_no_motion():
    boot = Boot(UNNUMBERED | 5, 77)
    assert received("bridge", packet("gate", example(Motion), boot=boot), "tc") == Rejected("unnumbered")
    assert received("spacecraft", packet("bridge", HOLD, boot=boot), "up").message == HOLD


def test_a_life_without_numbers_ends_no_life_that_has_them():
    reader = Reader(speakers("spacecraft"))
    reader.decode(packet("bridge", HOLD, boot=Boot(UNNUMBERED | 5)), "up")
    assert reader.decode(packet("bridge", KEEP), "up").message == KEEP


@pytest.mark.parametrize(("sender", "message", "receiver", "way"), WAYS.values(), ids=WAYS)
def test_a_confidential_set_hides_the_payload_and_hands_it_on_readable(sender, message, receiver, way):
    hidden = rings(is_confidential=True)
    data = packet(sender, message, ring=hidden[sender])
    plain = packet(sender, message)[PACKET_HEAD + HEADER_BYTES :][:20]
    assert plain not in data
    opened = Reader(speakers(receiver, ring=hidden[receiver])).open(data, way)
    assert opened.result.message == message
    readable = Reader(speakers(receiver).proven).decode(opened.data, way)
    assert readable.message == message
    assert opened.data[-16:] == bytes(16)


def test_a_confidential_frame_is_read_by_its_connection_alone():
    hidden = rings(is_confidential=True)
    out, into = (
        session_of("console", "gate", ring=hidden["console"]),
        session_of("gate", "console", ring=hidden["gate"]),
    )
    frame = Wire("console", speakers("console", ring=hidden["console"])).frame(HOLD, out)
    assert b"console" not in frame
    assert Reader(speakers("gate", ring=hidden["gate"])).decode(frame, "stream", into).message == HOLD


def test_a_ring_seals_only_in_the_name_of_its_holder():
    with pytest.raises(ValueError, match="gate cannot seal with the ring of planner"):
        Wire("gate", speakers("gate", ring=RINGS["planner"]))


def test_a_ring_shows_none_of_its_secrets():
    shown = repr(RINGS["gate"])
    secrets = [*RINGS["gate"].pairs.values(), *RINGS["gate"].groups.values()]
    assert all(secret.hex() not in shown and repr(secret) not in shown for secret in secrets)
