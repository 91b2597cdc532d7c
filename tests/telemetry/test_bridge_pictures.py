"""Pictures at the bridge: passed on as they are while the contact window is open, and counted as nothing."""

import numpy as np
import pytest

from telemetry.bridge_role import build
from telemetry.drive.store import MemoryStore
from telemetry.life.contract import Send
from telemetry.messages.command import BridgeReport
from telemetry.messages.images import Image, ImagePacket
from telemetry.messages.spacecraft import Downlink
from tests.nominal_run import nominal_run
from tests.picture_packets import packets_of
from tests.tell import tell

S = 1_000_000_000
SETTINGS = nominal_run(windows_s=((0.0, 100.0),))
IMAGE = Image(camera="global", number=1, sampled_ns=0, width=64, height=64, pixels=bytes(64 * 64))


@pytest.fixture
def bridge():
    return build(SETTINGS, MemoryStore(), np.random.default_rng(0))


def passed(bridge, packets, now_ns):
    effects = [effect for packet in packets for effect in tell(bridge, Downlink(packet=packet), now_ns)]
    return [effect.message for effect in effects if isinstance(effect, Send)]


def test_packets_of_a_picture_pass_as_they_are(bridge):
    packets = packets_of(IMAGE)
    assert len(packets) > 1
    assert passed(bridge, packets, S) == [ImagePacket(packet=packet) for packet in packets]


def test_no_picture_passes_outside_the_contact_window(bridge):
    assert passed(bridge, packets_of(IMAGE), 101 * S) == []


def test_pictures_are_not_counted_as_telemetry(bridge):
    passed(bridge, packets_of(IMAGE), S)
    [report] = [e.message for e in bridge.tick(S) if isinstance(e.message, BridgeReport)]
    assert (report.tm_received, report.tm_lost, report.tm_duplicated) == (0, 0, 0)
    assert not report.is_open


def test_a_damaged_packet_of_a_picture_is_dropped(bridge):
    packet = packets_of(IMAGE)[0]
    assert passed(bridge, [packet[:-1], b"", packet[:4]], S) == []
