"""A spacecraft that serves passes: each under its own keys, one after the other, none moves by itself."""

import os

import msgspec
import numpy as np
import pytest

from ground.rehearsal.spacecraft.space_segment import SpaceSegment
from ground.rehearsal.spacecraft.spacecraft_end import PassEnd
from ground.scenario.scenario import load, run_settings, space_settings
from ground.scenario.scenario_table import LinkTable
from telemetry.agreed.keys import UNSEALED
from telemetry.agreed.participants import PARTICIPANTS, SPACECRAFT, Speakers
from telemetry.drive.store import MemoryStore
from telemetry.keys.key_sets import drawn_rings
from telemetry.life.boot import UNNUMBERED, Boot
from telemetry.life.contract import Persist, Send
from telemetry.messages.command import HoldCommand, Keep, ResumeCommand
from telemetry.messages.spacecraft import Downlink, PassAnswer, Telemetry, Uplink
from telemetry.wire.codec import Reader, Received, Wire
from telemetry.wire.packet import unpack
from telemetry.wire.protection.pass_start import (
    STARTS_LOG,
    GroundStart,
    fresh_nonce,
    pass_speakers,
    start_speakers,
)
from tests.tell import tell

S = 1_000_000_000
WAY_S = 0.5
AHEAD_NS = 3600 * S  # the clock on board
RINGS = drawn_rings(bytes(range(32)), mode="rehearsal", number=7, participants=PARTICIPANTS)


class Orbit:
    """The spacecraft: its role, driven in time, and all that it has sent down."""

    def __init__(self, keys=RINGS):
        scenario = load("short_link")
        truth = msgspec.structs.replace(scenario.truth, plant="kinematic")
        link = LinkTable(up_s=WAY_S, down_s=WAY_S)
        scenario = msgspec.structs.replace(scenario, truth=truth, link=link)
        self._settings = space_settings(scenario, run_settings(scenario, seed=1, run_id=SPACECRAFT))
        self.start_q, self.now_ns, self.lives = self._settings.start_q, 0, 0
        self._store, self._ring = MemoryStore(), keys[SPACECRAFT]
        self.restart()

    def restart(self):
        """Begin another life, with what was durable."""
        self.lives += 1
        self.role = SpaceSegment(self._settings, np.random.default_rng(1), self.end())
        self.ups, self.downs = [], []

    def end(self):
        boot, taken = Boot(self.lives), self._store.records(STARTS_LOG)
        speakers, rng = Speakers(run_id=None, keys=self._ring), np.random.default_rng(1)
        return PassEnd(speakers, boot=boot, rng=rng, taken=taken, clock=lambda now_ns: now_ns + AHEAD_NS)

    def up(self, packet):
        self.ups.append(packet)
        self._perform(tell(self.role, Uplink(packet=packet), self.now_ns))

    def run(self, for_s):
        until_ns = self.now_ns + round(for_s * S)
        while self.role.due_ns <= until_ns:
            self.now_ns = max(self.now_ns, self.role.due_ns)
            self._perform(self.role.tick(self.now_ns))
        self.now_ns = until_ns

    def _perform(self, effects):
        for effect in effects:
            if isinstance(effect, Persist):
                self._store.append(effect.key, effect.record)
            elif isinstance(effect, Send) and isinstance(effect.message, Downlink):
                self.downs.append((self.now_ns, effect.message.packet))


class Ground:
    """One life of one sender on the ground."""

    def __init__(self, orbit, pass_id="pass-1", *, life=1, name="bridge", ring=None):
        self.orbit, self._boot, self.name = orbit, Boot(life), name
        self._speakers = Speakers(keys=ring or RINGS[name])
        self._starting = start_speakers(self._speakers)
        self._start_wire = Wire(name, self._starting, boot=self._boot)
        self._reader, self._wire, self._read = Reader(self._starting), None, 0
        nonce = fresh_nonce(self._boot, 1, b"")
        self.start = GroundStart(pass_id, nonce, round_trip_ns=round(2 * WAY_S * S))
        self.heard, self.begins_at_once = [], True

    def ask(self):
        self.orbit.up(self._start_wire.packets(self.start.tick(self.orbit.now_ns), self.orbit.now_ns)[0])

    def begin(self, *, flying=None):
        """Ask, wait for the answer, and for what comes down under the keys of the pass.

        `flying` keeps alive meanwhile.
        """
        wait = flying.fly if flying else self.orbit.run
        self.ask()
        wait(2 * WAY_S + 0.25)
        self.listen()
        assert self._wire is not None, "the start was answered"
        wait(2 * WAY_S + 0.25)
        return self

    def listen(self):
        """Read what has come down since the last time."""
        for at_ns, packet in self.orbit.downs[self._read :]:
            received = self._reader.decode(packet, "down")
            if isinstance(received, Received) and isinstance(received.message, PassAnswer):
                self._agree(received.message, at_ns)
            elif isinstance(received, Received):
                self.heard.append(received.message)
        self._read = len(self.orbit.downs)

    def send(self, message):
        for packet in self._wire.packets(message, self.orbit.now_ns):
            self.orbit.up(packet)

    def telemetry(self):
        self.listen()
        return [message for message in self.heard if isinstance(message, Telemetry)]

    def resume(self, epoch=1):
        """Leave the latch; keep alive for a while."""
        self.send(ResumeCommand(epoch=epoch, q=self.orbit.start_q))
        return self.fly(1.5)

    def fly(self, for_s):
        for _ in range(round(for_s / 0.25)):
            self.send(Keep(epoch=1, repeat=None))
            self.orbit.run(0.25)
        return self.telemetry()[-1]

    def _agree(self, answer, at_ns):
        agreed = self.start.on_answer(answer, at_ns)
        if agreed is not None:
            speakers = pass_speakers(self._speakers, agreed, SPACECRAFT)
            self._wire, self._reader = Wire(self.name, speakers, boot=self._boot), Reader(speakers)
            if self.begins_at_once:
                self.send(self.start.begins)


@pytest.fixture
def orbit():
    return Orbit()


def test_nothing_comes_down_before_a_pass_and_its_telemetry_after_the_answer(orbit):
    orbit.run(3.0)
    assert orbit.downs == []
    ground = Ground(orbit).begin()
    orbit.run(1.0)
    assert len(ground.telemetry()) >= 10
    assert ground.telemetry()[-1].latch_reason == "power_up"
    assert ground.start.progress(orbit.now_ns).round_trip_s == pytest.approx(2 * WAY_S, abs=0.02)


def test_a_kept_start_that_never_arrived_begins_nothing_later(orbit):
    """Its number is not held, so it is answered; but nobody has the keys of that answer."""
    kept = Ground(orbit, "pass-0", life=2)
    (start,) = kept._start_wire.packets(kept.start.tick(0), 0)
    ground = Ground(orbit, life=1).begin()
    assert not ground.resume().latched
    orbit.up(start)
    assert not ground.fly(3.0).latched


def test_whatever_comes_first_under_the_keys_of_a_pass_begins_it(orbit):
    ground = Ground(orbit)
    ground.begins_at_once = False
    ground.ask()
    orbit.run(2 * WAY_S + 0.05)
    ground.listen()
    assert ground.fly(2 * WAY_S + 1.0).latched
    assert not ground.resume().latched


def test_what_comes_down_is_dated_by_the_clock_on_board(orbit):
    Ground(orbit).begin()
    at_ns, packet = orbit.downs[-1]
    assert unpack(packet).at_ns - AHEAD_NS == pytest.approx(at_ns - WAY_S * S, abs=0.1 * S)


def test_three_passes_in_a_row_are_served_each_begins_latched_and_the_numbers_go_on(orbit):
    for number in (1, 2, 3):
        ground = Ground(orbit, f"pass-{number}", life=number).begin()
        assert ground.telemetry() == [] or ground.telemetry()[-1].latched
        assert not ground.resume(epoch=number).latched, "commands of this pass are taken"
        orbit.run(3.0)
    assert orbit.role.end.refused == {}


def test_a_ground_restart_in_mid_pass_latches_and_begins_anew_with_other_keys(orbit):
    before = Ground(orbit).begin()
    assert not before.resume().latched
    after = Ground(orbit, life=2).begin(flying=before)
    assert (after.fly(0.5).latched, after.telemetry()[-1].latch_reason) == (True, "pass_started")
    heard = len(before.telemetry())
    orbit.run(1.0)
    assert len(before.telemetry()) == heard, "the life before reads nothing of it"
    assert not after.resume(epoch=2).latched


def test_what_the_life_before_sends_still_comes_to_nothing(orbit):
    before = Ground(orbit).begin()
    after = Ground(orbit, life=2).begin()
    assert not after.resume().latched
    before.send(HoldCommand(actor="old", pressed_ns=0, nonce=1))
    assert not after.fly(1.5).latched
    assert orbit.role.end.refused == {"tag": 1}


def test_every_packet_of_earlier_passes_again_changes_nothing_also_after_a_restart_on_board(orbit):
    for number in (1, 2):
        Ground(orbit, f"pass-{number}", life=number).begin().resume(epoch=number)
    recorded = list(orbit.ups)
    third = Ground(orbit, "pass-3", life=3).begin()
    assert not third.resume(epoch=3).latched
    for packet in recorded:
        orbit.up(packet)
    assert not third.fly(1.5).latched
    assert sum(orbit.role.end.refused.values()) == len(recorded)
    recorded = list(orbit.ups)
    orbit.restart()
    for packet in recorded:
        orbit.up(packet)
    orbit.run(3.0)
    assert orbit.downs == [], "no start of before is answered"
    assert sum(orbit.role.end.refused.values()) == len(recorded)


def test_a_lost_answer_is_asked_for_again_and_latches_nothing_twice(orbit):
    ground = Ground(orbit)
    ground.ask()
    orbit.run(2 * WAY_S + 0.1)
    orbit.downs.clear()  # lost
    orbit.run(1.0)
    ground.begin()
    assert not ground.resume().latched


def test_the_second_uplink_has_a_pass_of_its_own_by_which_its_hold_is_taken(orbit):
    ground = Ground(orbit).begin()
    second = Ground(orbit, life=9, name="second_uplink").begin()
    assert not ground.resume().latched
    second.send(HoldCommand(actor="second", pressed_ns=0, nonce=1))
    assert ground.fly(1.5).latch_reason == "hold_commanded"
    second.listen()
    assert second.heard == [], "telemetry is the bridge's"


def test_a_second_uplink_that_begins_in_mid_pass_latches(orbit):
    ground = Ground(orbit).begin()
    assert not ground.resume().latched
    Ground(orbit, life=2, name="second_uplink").begin(flying=ground)
    assert ground.fly(1.5).latch_reason == "pass_started"


def test_a_start_under_other_keys_is_not_answered(orbit):
    others = drawn_rings(os.urandom(32), mode="rehearsal", number=7, participants=PARTICIPANTS)
    live = drawn_rings(bytes(range(32)), mode="live", number=7, participants=PARTICIPANTS)
    for ring, why in ((others["bridge"], "tag"), (live["bridge"], "key"), (UNSEALED, "key")):
        Ground(orbit, ring=ring).ask()
        orbit.run(2.0)
        assert orbit.role.end.refused[why]
    assert orbit.downs == []


def test_a_ground_that_does_not_know_its_numbers_may_hold_and_not_move(orbit):
    ground = Ground(orbit, life=UNNUMBERED + 5).begin()
    ground.send(ResumeCommand(epoch=1, q=orbit.start_q))
    orbit.run(1.5)
    assert ground.telemetry()[-1].latched
    assert orbit.role.end.refused == {"unnumbered": 1}


def test_a_command_sealed_as_a_start_is_none(orbit):
    ground = Ground(orbit).begin()
    sneaking = Wire("bridge", ground._starting, boot=Boot(2))
    for packet in sneaking.packets(ResumeCommand(epoch=1, q=orbit.start_q), orbit.now_ns):
        orbit.up(packet)
    orbit.run(1.5)
    assert ground.telemetry()[-1].latched
    assert orbit.role.end.refused == {"carrier": 1}
