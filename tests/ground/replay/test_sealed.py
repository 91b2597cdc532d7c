"""A cipher is a change of `agreed/keys` alone: what it seals is kept, read and run again without its key."""

import hashlib
import hmac

import pytest
from msgspec.structs import replace

from ground.faults.faults import Disturbance
from ground.rehearsal.virtual_flight import Flight, fly
from ground.replay.check import check
from ground.scenario.scenario import load
from telemetry.agreed.keys import TAG_BYTES, UNSEALED, Keys
from telemetry.agreed.participants import Speakers
from telemetry.messages.command import Keep
from telemetry.recording.given.received import UNKNOWN
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.wire.codec import Reader, Rejected, Wire

FLOWN_S = 3.0
KEY_ID = 7
FORGED = Disturbance(participant="bridge", at_s=0.0, duration_s=10.0, damage=0.2, double=0.2, replay=0.2)


def tag(octets):
    return hmac.digest(b"the key of this test", octets, hashlib.sha256)[:TAG_BYTES]


class Keyed(Keys):
    """A tag that nobody makes who has no key."""

    def sealed(self, octets):
        return octets + tag(octets)

    def prove(self, sealed):
        return tag(sealed[:-TAG_BYTES]) == sealed[-TAG_BYTES:]


@pytest.fixture
def sealed(monkeypatch):
    """Every run is sealed, until it is undone and nobody has the key any more."""
    monkeypatch.setitem(Speakers.__init__.__kwdefaults__, "keys", Keyed(key_id=KEY_ID))
    return monkeypatch


def test_what_is_not_sealed_by_the_key_is_refused_and_the_rest_is_taken(sealed):
    good = Wire("gate", Speakers()).packets(Keep(epoch=1, repeat=None), 0)[0]
    forged = good[:-1] + bytes([good[-1] ^ 1])
    assert Reader(Speakers()).decode(forged, "tc") == Rejected("tag")
    assert Reader(Speakers()).decode(good, "tc").message == Keep(epoch=1, repeat=None)
    assert Reader(Speakers(keys=UNSEALED)).decode(good, "tc") == Rejected("key")


def test_a_sealed_flight_is_read_by_its_names_and_runs_again_the_same_without_its_key(sealed, tmp_path):
    recording = tmp_path / "sealed.mcap"
    scenario = replace(load("short_link"), duration_s=FLOWN_S, faults=(FORGED,))
    fly(scenario, Flight(seed=1, recording=recording))
    sealed.undo()
    deliveries = read_deliveries(recording)
    records = [(record.packet, name) for record, name in deliveries.records()]
    names = {name for _, name in records}
    assert names >= {"PredictedArm", "Telemetry", "Keep"} and UNKNOWN not in names
    assert all(tag(packet[:-TAG_BYTES]) == packet[-TAG_BYTES:] for packet, name in records if name == "Keep")
    report = [said.message for said in deliveries.messages() if said.name == "BridgeReport"][-1]
    assert report.tm_lost > 0 and report.tm_duplicated > 0, "damaged ones were refused, doubled ones told"
    answer = check(recording)
    assert (answer.verdict, len(answer.roles)) == ("SAME", 6)
    assert answer.roles[0].refused > report.tm_lost > 0
