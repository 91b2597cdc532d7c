"""Who is heard on which carrier of the station: real bytes by real sockets, and every refusal is counted."""

import asyncio
import socket

import pytest

from telemetry.agreed.participants import Speakers
from telemetry.messages.command import HoldCommand, Keep, Motion, SetPoint
from telemetry.messages.health import Tapped
from telemetry.messages.images import ImagePacket, ImageShard, ShardOf
from telemetry.messages.spacecraft import Downlink, Uplink
from telemetry.network.bus import Bus
from telemetry.network.event_log import EventLog
from telemetry.network.launch import LOOPBACK
from telemetry.network.multicast import group_sender
from telemetry.recording.given.driver_records import Refused, unpack_driver_record
from telemetry.recording.given.received import name_of
from telemetry.wire.codec import Wire
from tests.ground.operator.fake_gate import telemetry
from tests.telemetry.drive.runtime_bench import PATIENCE_S, Bench, wait_for

pytestmark = pytest.mark.real_time

KEEP = Keep(epoch=1, repeat=None)
HOLD = HoldCommand(actor="hold", pressed_ns=0, nonce=1)
TELEMETRY = telemetry(0, latched=True)
SHARD = ImageShard(
    of=ShardOf(camera="global", number=1, sampled_ns=5, width=8, height=4, index=0), data=bytes(32)
)
POINT = dict.fromkeys(("q", "qd", "qdd"), (0.0,) * 6)
MOTION = Motion(
    set_point=SetPoint(epoch=1, seq=1, kind="motion", execute_at_ns=1, stop=b"", **POINT), repeat=None
)


def packet(sender, message):
    return Wire(sender).packets(message, 0)[0]


def address_of(bench, role, carrier):
    if carrier == "link":
        return LOOPBACK, bench.addresses.link_ports[role]
    return bench.addresses.groups[carrier], bench.addresses.group_ports[carrier]


def heard_by(bench, role, carrier, datagrams, *, last):
    """Send datagrams to a role's sockets; return what it was given until the last, its counts, refusals."""
    heard, refused, log = [], [], EventLog(role, lambda: 0)
    log.say = lambda text: None

    async def listen():
        bus = Bus(
            bench.launch(role),
            lambda received, data: heard.append(received.message),
            log,
            refuse=lambda *told: refused.append(told),
        )
        await bus.open()
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as opened:
                opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOPBACK))
                for data in datagrams:
                    opened.sendto(data, address_of(bench, role, carrier))
            async with asyncio.timeout(PATIENCE_S):
                while last not in heard:
                    await asyncio.sleep(0.002)
        finally:
            await bus.close()

    asyncio.run(listen())
    return heard, log.counts, refused


UP, DOWN = packet("bridge", MOTION), packet("space_segment", TELEMETRY)
PICTURE = packet("space_segment", SHARD)
CASES = {
    "a space segment's own telemetry on the TM group": (
        ("gate", "tm", packet("space_segment", TELEMETRY), "sender"),
        (packet("bridge", TELEMETRY), TELEMETRY),
    ),
    "a console's motion on the link": (
        ("space_segment", "link", packet("console", MOTION), "sender"),
        (UP, Uplink(packet=UP)),
    ),
    "the gate's motion on the link, past the bridge": (
        ("space_segment", "link", packet("gate", MOTION), "sender"),
        (UP, Uplink(packet=UP)),
    ),
    "a HOLD by link that says it is the space segment's own": (
        ("space_segment", "link", packet("space_segment", HOLD), "sender"),
        (UP, Uplink(packet=UP)),
    ),
    "the bridge's repeat of a motion on the TC group": (
        ("bridge", "tc", packet("bridge", MOTION), "sender"),
        (packet("gate", MOTION), MOTION),
    ),
    "a command on the TM group": (
        ("gate", "tm", packet("bridge", KEEP), "carrier"),
        (packet("bridge", TELEMETRY), TELEMETRY),
    ),
    "telemetry on the TC group": (
        ("bridge", "tc", packet("bridge", TELEMETRY), "carrier"),
        (packet("gate", KEEP), KEEP),
    ),
    "a HOLD on the TC group": (
        ("bridge", "tc", packet("hold", HOLD), "carrier"),
        (packet("gate", KEEP), KEEP),
    ),
    "the bridge's telemetry on the link": (
        ("bridge", "link", packet("bridge", TELEMETRY), "sender"),
        (DOWN, Downlink(packet=DOWN)),
    ),
    "telemetry among the pictures": (
        ("console", "image", packet("space_segment", TELEMETRY), "carrier"),
        (PICTURE, ImagePacket(packet=PICTURE)),
    ),
    "a picture that the gate made": (
        ("console", "image", packet("gate", SHARD), "sender"),
        (PICTURE, ImagePacket(packet=PICTURE)),
    ),
}


@pytest.mark.parametrize(("forged", "good"), CASES.values(), ids=CASES)
def test_what_comes_by_another_carrier_or_in_another_name_than_its_route_says_is_refused(
    tmp_path, forged, good
):
    role, carrier, data, reason = forged
    bench = Bench(tmp_path, roles=("bridge", "gate", "space_segment", "console"))
    heard, counts, refused = heard_by(bench, role, carrier, [data, good[0]], last=good[1])
    assert (heard, refused) == ([good[1]], [(carrier, data, reason)])
    assert counts == {f"rejected on {carrier}: {reason}": 1}


def test_the_recorder_is_told_what_a_process_has_refused_octet_for_octet(tmp_path):
    bench = Bench(tmp_path, roles=("bridge", "recorder"))
    [of_another_run] = Wire("gate", Speakers(run_id="another")).packets(KEEP, 0)

    def refused():
        say.sendto(of_another_run, address_of(bench, "bridge", "tc"))
        notes = [note for note in recorder.role.of(Tapped) if note.role == "bridge"]
        given = [each.packet for note in notes for each in note.given]
        return [unpack_driver_record(data) for data in given if name_of("bridge", data) == "Refused"]

    with (
        group_sender(LOOPBACK, 0) as say,
        bench.in_thread("recorder") as recorder,
        bench.in_thread("bridge"),
    ):
        first = wait_for(refused)[0]
    assert first == Refused(number=1, carrier="tc", reason="other_run", data=of_another_run)
