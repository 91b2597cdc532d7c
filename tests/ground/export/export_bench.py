"""A recording of a run that nobody flew: what is said in it the test decides."""

import json
from itertools import count

import msgpack
from mcap.reader import make_reader

from ground.pictures.camera import HEIGHT, WIDTH
from ground.rehearsal.scenario_info import about_rehearsal
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.participants import Speakers
from telemetry.messages.health import Beat
from telemetry.messages.images import Image
from telemetry.recording.records.record import RECORDING_LOG, Record, pack_batch
from telemetry.recording.writing.mcap_file import RecordingStore
from telemetry.wire.codec import Wire
from telemetry.wire.routes import ROUTES
from telemetry.wire.shards import shards
from tests.ground.operator.fake_gate import predicted, telemetry
from tests.telemetry.wire.test_codec import example, sender_of

S, NS_PER_MS = 1_000_000_000, 1_000_000
SCENARIO = load("short_link")
RUN = run_settings(SCENARIO, seed=1, run_id="run")
ABOUT = about_rehearsal(SCENARIO, RUN)
CARRIERS = {  # and what crosses the space link alone: nobody on the ground is given it
    kind
    for kind, route in ROUTES.items()
    if not route.receivers or {"packet", "given", "of", "told"} & set(kind.__struct_fields__)
}
NOBODYS = {"id": 999, "mood": "calm", "octets": b"\x01\x02"}  # of a class that this version does not know


class Said:
    """What was said, in order; each message is given to somebody."""

    def __init__(self):
        self.records = []
        self._wires = {}
        self._numbers = count(1)

    def say(self, at_s, message):
        """Say a message in the name of the first who may."""
        wire = self._wire(sender_of(type(message)))
        self.give(at_s, ROUTES[type(message)].receivers[0], b"".join(wire.encode(message, 0)))

    def show(self, at_s, image, *, without=()):
        """Say the packets of a picture, less those that get lost."""
        for number, shard in enumerate(shards(image)):
            if number not in without:
                [packet] = self._wire("spacecraft").packets(shard, 0)
                self.give(at_s, "console", packet)

    def give(self, at_s, participant, data):
        number = next(self._numbers)
        self.records.append(Record(number, round(at_s * S), participant, number, data))

    def _wire(self, sender):
        return self._wires.setdefault(sender, Wire(sender, Speakers(run_id=RUN.run_id)))

    def recorded(self, path, about=ABOUT):
        """Write the recording."""
        store = RecordingStore(path, about, sync=False)
        store.append(RECORDING_LOG, pack_batch(self.records))
        store.close()
        return path


def picture(camera="global", number=1):
    """A grey wedge."""
    pixels = bytes(x * 255 // WIDTH for _ in range(HEIGHT) for x in range(WIDTH))
    return Image(camera=camera, number=number, sampled_ns=number, width=WIDTH, height=HEIGHT, pixels=pixels)


def short_pass():
    """Telemetry, the predicted arm, a picture, and one message of every class there is."""
    said = Said()
    for step in range(40):
        if step % 10 == 0:
            said.say(step / 100, telemetry(step, latched=False))
        said.say(step / 100, predicted(0.2))
    said.show(0.2, picture())
    for kind in ROUTES:
        if kind not in CARRIERS:
            said.say(0.5, example(kind))
    said.give(0.6, "gate", strange_frame())
    return said


def strange_frame():
    """A frame of a class that nobody here knows, made of one that is known."""
    known = msgpack.packb({"id": 40, "role": "predictor", "configuration": b""})
    frame = Wire("predictor", Speakers(run_id=RUN.run_id)).frame(Beat(role="predictor", configuration=b""))
    new = msgpack.packb(NOBODYS)
    length = len(frame) + len(new) - len(known) - 4
    return length.to_bytes(4, "big") + frame[4:].replace(known, new)


def read(path):
    """Return the messages of an export by topic, as (schema, UTC, values)."""
    found = {}
    with path.open("rb") as file:
        for schema, channel, message in make_reader(file).iter_messages():
            row = schema.name, message.log_time, json.loads(message.data)
            found.setdefault(channel.topic, []).append(row)
    return found
