"""Another local user, with the whole recording and the seed in hand, makes nothing that is taken."""

from dataclasses import replace

import pytest

from telemetry.agreed.keys import TAG_BYTES
from telemetry.agreed.participants import PARTICIPANTS, Speakers
from telemetry.drive.virtual_bus import rings_of_seed
from telemetry.keys.set_folder import KeyPlace, OwnKeys, SetOf, drawn, write_set
from telemetry.life.boot import Boot
from telemetry.messages.command import Keep
from telemetry.wire.codec import Reader, Received, Rejected, Wire
from telemetry.wire.packet import without_tags
from telemetry.wire.protection.header import ADDED_BYTES

SEED, RUN = 7, "pass-7"
KEEP = Keep(epoch=3, repeat=None)


@pytest.fixture(scope="module")
def speakers(tmp_path_factory):
    """Those of the run, each with its own ring, as its process reads it."""
    folder = tmp_path_factory.mktemp("run") / "keys"
    write_set(folder, drawn(SetOf(scope=RUN, mode="rehearsal", participants=PARTICIPANTS)).values())
    place = KeyPlace(folder=str(folder), scope=RUN)
    keys = OwnKeys(place=place, mode="rehearsal", participants=PARTICIPANTS)
    return lambda name: Speakers(run_id=RUN, keys=keys.ring(name))


def sealed(speakers, epoch):
    return Wire("gate", speakers, boot=Boot(epoch)).packets(KEEP, 0)[0]


def test_the_keys_of_a_run_do_not_come_from_its_seed(speakers):
    reader, real = Reader(speakers("bridge")), speakers("gate")
    guessed = rings_of_seed(SEED, real)["gate"]
    with_the_id_that_everybody_sees = replace(guessed, key_id=real.keys.key_id)
    for ring, reason in ((guessed, "key"), (with_the_id_that_everybody_sees, "tag")):
        assert reader.decode(sealed(replace(real, keys=ring), 9), "tc") == Rejected(reason)
    assert isinstance(reader.decode(sealed(real, 5), "tc"), Received)  # what was refused has moved no number


def test_what_is_on_record_has_no_tag_that_could_be_sent_again(speakers):
    packet = sealed(speakers("gate"), 5)
    on_record = without_tags(packet)
    assert packet[-TAG_BYTES:] != on_record[-TAG_BYTES:] and len(on_record) > ADDED_BYTES
    assert Reader(speakers("bridge")).decode(on_record, "tc") == Rejected("tag")
