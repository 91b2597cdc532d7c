"""What admission refused stays on record, octet for octet, and is refused again from there."""

import msgspec
import pytest

from ground.faults.ground_faults import Disturbance
from ground.rehearsal.virtual_flight import Flight, fly
from ground.replay.check import check
from ground.replay.rerun_life import ACCEPTED, RerunAdmission
from telemetry.agreed.keys import TAG_BYTES, UNSEALED
from telemetry.agreed.participants import Speakers
from telemetry.messages.command import Keep
from telemetry.messages.spacecraft import Telemetry
from telemetry.recording.given.driver_records import (
    Refused,
    driver_record_name,
    is_driver_record,
    pack_driver_record,
    unpack_driver_record,
)
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import RECORDING_LOG, pack_batch
from telemetry.recording.writing.mcap_file import RecordingStore
from telemetry.wire.codec import Wire
from telemetry.wire.packet import HEAD_BYTES
from telemetry.wire.protection.arrival import Rejection
from tests.short_flights import planned_a_little
from tests.telemetry.wire.test_codec import example

MODE, KEY_ID = HEAD_BYTES + 1, HEAD_BYTES + 2  # octets of a packet
FORGED = Disturbance(participant="bridge", at_s=0.0, duration_s=10.0, damage=0.2, double=0.2, replay=0.2)


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    """A recording of a bridge to which damaged, doubled and old datagrams came."""
    path = tmp_path_factory.mktemp("forged") / "forged.mcap"
    fly(planned_a_little(duration_s=2.0, faults=(FORGED,)), Flight(seed=1, recording=path))
    return path


def refusals(recording):
    told = (record.packet for record, _ in read_deliveries(recording).records())
    return [
        unpack_driver_record(data)
        for data in told
        if is_driver_record(data) and driver_record_name(data) == "Refused"
    ]


def rewritten(recording, out, change):
    """Write a recording again, with the first refused tag as `change` makes it; None: left out."""
    deliveries = read_deliveries(recording)
    records, is_done = [], False
    for record, name in deliveries.records():
        if name == "Refused" and not is_done and unpack_driver_record(record.packet).reason == Rejection.TAG:
            is_done, changed = True, change(unpack_driver_record(record.packet))
            record = changed and record._replace(packet=pack_driver_record(changed))
        records += [record._replace(number=len(records) + 1)] if record else []
    store = RecordingStore(out, deliveries.about, sync=False)
    store.append(RECORDING_LOG, pack_batch(records))
    store.close()
    return check(out).roles[0]


def test_all_that_the_bridge_refused_is_on_record_and_refused_again(flown):
    found = refusals(flown)
    answer = check(flown)
    bridge = answer.roles[0]
    assert (answer.verdict, bridge.participant, bridge.refused) == ("SAME", "bridge", len(found))
    assert [refused.number for refused in found] == list(range(1, len(found) + 1)) != []
    assert not any(row.refused for row in answer.roles[1:])


def test_a_refused_datagram_that_was_altered_is_found(flown, tmp_path):
    def of_mode_live(refused):
        data = refused.data[:MODE] + b"\x01" + refused.data[MODE + 1 :]
        return msgspec.structs.replace(refused, data=data)

    row = rewritten(flown, tmp_path / "altered.mcap", of_mode_live)
    difference = row.difference
    assert (row.outcome, difference.recorded, difference.now) == ("DIFFERENT", "tag", "mode")


def test_a_refused_datagram_that_was_left_out_is_missed(flown, tmp_path):
    row = rewritten(flown, tmp_path / "less.mcap", lambda refused: None)
    assert row.outcome == "NOT CHECKED" and "of this life are missing" in row.note


SPEAKERS = Speakers(run_id="a run", keys=UNSEALED)
KEEP = Keep(epoch=1, repeat=None)
GOOD = Wire("gate", SPEAKERS).packets(KEEP, 0)[0]
OF_ANOTHER_RUN = Wire("gate", Speakers(keys=UNSEALED)).packets(KEEP, 0)[0]
BY_NOBODY_WHO_MAY = Wire("console", SPEAKERS).packets(KEEP, 0)[0]
SEALED = GOOD[:KEY_ID] + b"\x00\x07" + GOOD[KEY_ID + 2 : -TAG_BYTES] + TAG_BYTES * b"t"
SEGMENT = GOOD[:2] + b"\x80" + GOOD[3:]
OTHER_REASON = {
    "as it is": (GOOD, "tag", ACCEPTED),
    "sealed, and of another mode": (SEALED[:MODE] + b"\x01" + SEALED[MODE + 1 :], "tag", "mode"),
    "a whole one as a segment": (GOOD, "segment_orphan", ACCEPTED),
    "a segment as one that is damaged": (SEGMENT, "malformed", ACCEPTED),
}
SAME_REASON = {
    "a tag that is not zero": (GOOD[:-1] + b"\x01", "tag"),
    "sealed by another key": (SEALED, "tag"),
    "another key than the run's": (SEALED, "key"),
    "by another way": (Wire("bridge", SPEAKERS).packets(example(Telemetry), 0)[0], "carrier"),
    "said by nobody who may": (BY_NOBODY_WHO_MAY, "sender"),
    "of another run": (OF_ANOTHER_RUN, "other_run"),
    "a segment without a first": (SEGMENT, "segment_orphan"),
}


def judged(data, reason):
    return RerunAdmission(SPEAKERS).outcome_again(Refused(number=1, carrier="tc", reason=reason, data=data))


@pytest.mark.parametrize(("data", "reason"), SAME_REASON.values(), ids=SAME_REASON)
def test_octets_tell_why_they_were_refused(data, reason):
    assert judged(data, reason) == reason


@pytest.mark.parametrize(("data", "reason", "now"), OTHER_REASON.values(), ids=OTHER_REASON)
def test_octets_that_were_refused_for_no_such_reason_are_found(data, reason, now):
    assert judged(data, reason) == now
