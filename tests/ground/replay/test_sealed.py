"""What is sealed is kept without its tags, and read and run again without its keys."""

import pytest
from msgspec.structs import replace

from ground.faults.ground_faults import Disturbance
from ground.rehearsal.virtual_flight import Flight, fly
from ground.replay.check import check
from ground.scenario.scenario import load
from telemetry.agreed.keys import UNSEALED
from telemetry.agreed.participants import Speakers
from telemetry.keys.key_sets import drawn_rings
from telemetry.messages.command import Keep
from telemetry.recording.given.received import UNKNOWN
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.wire.codec import Reader, Rejected, Wire
from telemetry.wire.protection.header import parted

FLOWN_S = 3.0
FORGED = Disturbance(participant="bridge", at_s=0.0, duration_s=10.0, damage=0.2, double=0.2, replay=0.2)
PACKET_HEAD_BYTES = 14


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    recording = tmp_path_factory.mktemp("sealed") / "sealed.mcap"
    scenario = replace(load("short_link"), duration_s=FLOWN_S, faults=(FORGED,))
    fly(scenario, Flight(seed=1, recording=recording))
    return recording


def test_what_is_not_sealed_by_the_key_is_refused_and_the_rest_is_taken():
    rings = drawn_rings(bytes(32), mode="rehearsal", number=1, participants=Speakers().participants)
    gate, bridge = Speakers(keys=rings["gate"]), Speakers(keys=rings["bridge"])
    good = Wire("gate", gate).packets(Keep(epoch=1, repeat=None), 0)[0]
    reader = Reader(bridge)
    for place in range(len(good) - 48, len(good) - 32):  # the bridge's own tag
        forged = bytearray(good)
        forged[place] ^= 1
        assert reader.decode(bytes(forged), "tc") == Rejected("tag")
    assert reader.decode(good, "tc").message == Keep(epoch=1, repeat=None)
    assert reader.decode(good, "tc") == Rejected("replay")
    assert Reader(Speakers(keys=UNSEALED)).decode(good, "tc") == Rejected("key")


def test_a_recording_holds_no_tag_and_all_of_its_messages_have_names(recording):
    records = [(record.packet, name) for record, name in read_deliveries(recording).records()]
    names = {name for _, name in records}
    assert names >= {"PredictedArm", "Telemetry", "Keep"} and UNKNOWN not in names
    tags = {parted(packet, PACKET_HEAD_BYTES)[3] for packet, name in records if name == "Keep"}
    assert tags == {bytes(3 * 16), bytes(16)}  # of the three receivers on the ground, and of the spacecraft


def test_a_disturbed_flight_runs_again_the_same_without_its_keys(recording):
    deliveries = read_deliveries(recording)
    report = [sent.message for sent in deliveries.messages() if sent.name == "BridgeReport"][-1]
    assert report.tm_lost > 0 and report.tm_duplicated > 0, "damaged ones were refused, doubled ones counted"
    answer = check(recording)
    assert (answer.verdict, len(answer.roles)) == ("SAME", 6)
    assert answer.roles[0].refused > report.tm_lost > 0
