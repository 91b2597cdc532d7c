"""A station with confidential keys: who listens on its groups or to its spacecraft reads no payload."""

import socket
from contextlib import suppress

import pytest
from live_rehearsal import wait_for

from ground.run.kept.known_runs import RUN_FILE, KnownRun
from telemetry.files.settings import read_json
from telemetry.messages.command import Keep
from telemetry.messages.spacecraft import Telemetry
from telemetry.network.multicast import group_receiver
from telemetry.wire.codec import Reader
from tests.system.receiver_port import ReceiverPort
from tests.system.test_operated_station import Operated

pytestmark = [pytest.mark.real_time, pytest.mark.long]

WORDS = (b"sampled_ns", b"latch_reason", b"currents", b"repeat", b"epoch", b"nonce", b"pass_id")
HEARD = 20  # packets of each way


class Confidential(Operated):
    """Its keys hide what is said."""

    options = ("--confidential",)


class Overheard(ReceiverPort):
    """A spacecraft, and whoever listens at its port."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.ups, self.downs = [], []

    def report(self, now_ns):
        sent = super().report(now_ns)
        self.downs.extend(sent)
        return sent

    def on_packet(self, data, now_ns):
        self.ups.append(data)
        return super().on_packet(data, now_ns)


def on_group(addresses, carrier):
    """What anybody on this host can hear of a group."""
    found = []
    with group_receiver(addresses.groups[carrier], addresses.group_ports[carrier], "127.0.0.1") as ear:
        ear.settimeout(1.0)
        while len(found) < HEARD:
            with suppress(TimeoutError, socket.timeout):
                found.append(ear.recv(2048))
    return found


def test_nothing_of_a_payload_is_found_in_what_is_sent_and_who_has_the_keys_reads_it(tmp_path):
    with Confidential(tmp_path, (19_945, 19_946, 19_660)) as station:
        far = Overheard(station.station, station._key)
        with far:
            wait_for(lambda: station.status().get("latched"), "telemetry")
            known = read_json(station.run / RUN_FILE, KnownRun)
            heard = {carrier: on_group(known.addresses, carrier) for carrier in ("tm", "tc")}
            wait_for(lambda: len(far.ups) > HEARD, "telecommands")
            bridge, gate = (known.speakers_as(name) for name in ("bridge", "gate"))
    heard |= {"up": far.ups, "down": far.downs}
    for way, packets in heard.items():
        assert len(packets) >= HEARD
        assert not [packet for packet in packets for word in WORDS if word in packet], way
    read = [Reader(gate).decode(heard["tm"][0], "tm"), Reader(bridge).decode(heard["tc"][0], "tc")]
    assert [type(received.message) for received in read] == [Telemetry, Keep]
    assert far.came, "on board they are read"
