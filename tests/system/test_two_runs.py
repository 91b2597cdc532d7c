"""Two runs side by side: what is said in one of them, no role of the other takes, by whatever way it came."""

import msgspec
import numpy as np
import pytest

from ground.console.facts.camera_pictures import CameraPictures
from ground.pictures.image_monitor_role import build as build_monitor
from ground.rehearsal.roles import roles
from ground.rehearsal.spacecraft.space_segment_role import build as build_space_segment
from ground.scenario.scenario import load, run_settings, space_settings
from ground.scenario.scenario_table import LinkTable
from telemetry.agreed.participants import Speakers
from telemetry.bridge_role import build as build_bridge
from telemetry.drive.seams import Copy, Seams
from telemetry.drive.store import MemoryStore
from telemetry.drive.virtual_time import VirtualTime
from telemetry.life.contract import Send
from telemetry.link.plausibility import ReportJudge
from telemetry.messages.command import ResumeCommand
from telemetry.messages.images import Image, ImagePacket, ImageStatus
from telemetry.messages.spacecraft import Downlink, Telemetry, Uplink
from telemetry.wire.codec import Wire
from tests.picture_packets import packets_of
from tests.tell import tell

SCENARIO = load("short_link")
SECOND = 1_000_000_000
IMAGE = Image(camera="global", number=1, sampled_ns=0, width=2, height=1, pixels=b"\x00\xff")


def settings_of(run_id):
    return run_settings(SCENARIO, seed=1, run_id=run_id)


class Spacecraft:
    """The space segment of a run, at the end of a link without delay."""

    def __init__(self, run_id):
        settings = space_settings(SCENARIO, settings_of(run_id))
        settings = msgspec.structs.replace(settings, link=LinkTable(up_s=0.0, down_s=0.0))
        self.start_q = settings.start_q
        self.role = build_space_segment(settings, MemoryStore(), np.random.default_rng(1))

    def downlinks(self, *, until_s):
        """Run, and return what came down."""
        sent = []
        while self.role.due_ns <= until_s * SECOND:
            sent += [effect.message for effect in self.role.tick(self.role.due_ns)]
        return [message for message in sent if isinstance(message, Downlink)]


def bridge_of(run_id):
    return build_bridge(settings_of(run_id), MemoryStore(), np.random.default_rng(1))


def telemetry_through(bridge, downlinks):
    effects = [effect for downlink in downlinks for effect in tell(bridge, downlink, SECOND)]
    return [effect.message for effect in effects if isinstance(effect, Send)]


@pytest.mark.parametrize("theirs", ["ours", "another"])
def test_a_bridge_forwards_telemetry_of_its_own_run_only(theirs):
    told = telemetry_through(bridge_of("ours"), Spacecraft(theirs).downlinks(until_s=1))
    assert bool(told) == (theirs == "ours")


@pytest.mark.parametrize("theirs", ["ours", "another"])
def test_a_spacecraft_obeys_the_bridge_of_its_own_run_only(theirs):
    ours = Spacecraft("ours")
    for packet in Wire("bridge", Speakers(run_id=theirs)).packets(ResumeCommand(epoch=1, q=ours.start_q), 0):
        tell(ours.role, Uplink(packet=packet), 0)
    newest = telemetry_through(bridge_of("ours"), ours.downlinks(until_s=0.5))[-1]
    assert isinstance(newest, Telemetry)
    assert newest.latched == (theirs != "ours")


@pytest.mark.parametrize("theirs", ["ours", "another"])
def test_the_image_monitor_counts_pictures_of_its_own_run_only(theirs):
    monitor = build_monitor(settings_of("ours"), MemoryStore(), np.random.default_rng(1))
    for packet in packets_of(IMAGE, wire=Wire("space_segment", Speakers(run_id=theirs))):
        tell(monitor, ImagePacket(packet=packet), 0)
    told = [effect.message for effect in monitor.tick(0) if isinstance(effect.message, ImageStatus)]
    assert sum(status.received for status in told) == (1 if theirs == "ours" else 0)


@pytest.mark.parametrize("theirs", ["ours", "another"])
def test_the_console_shows_pictures_of_its_own_run_only(theirs):
    reports = ReportJudge(settings_of("ours"))
    reports.clock.observe(0, 0)
    pictures = CameraPictures(settings_of("ours"), reports)
    for packet in packets_of(IMAGE, wire=Wire("space_segment", Speakers(run_id=theirs))):
        pictures.on_image_packet(ImagePacket(packet=packet), 0)
    shown = [picture for picture in pictures.newest(0) if picture.image]
    assert len(shown) == (1 if theirs == "ours" else 0)


class Neighbour(Seams):
    """Whatever is said in this run reaches nobody; in its place comes what a run beside it says."""

    def copies(self, parcel, now_ns):
        wire = Wire(parcel.sender, Speakers(run_id="another"))
        return [Copy(0, tuple(wire.encode(parcel.message, now_ns)))]


def heard_in_a_second(seams):
    heard, run = set(), settings_of("ours")
    driver = VirtualTime(roles(SCENARIO, run), seed=1, observe=lambda at_ns, role, message: heard.add(role))
    driver.seams = seams
    driver.run(until_ns=SECOND)
    return heard


def test_no_role_of_a_run_hears_the_run_beside_it():
    assert heard_in_a_second(Seams()) >= {"bridge", "gate", "predictor", "operator"}
    # the link carries packets that the two ends make themselves, and those were of this run
    assert heard_in_a_second(Neighbour()) <= {"bridge", "space_segment"}
