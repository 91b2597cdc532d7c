"""What a program at the door can do wrong, from its bytes to planner, gate and hand: in virtual time.

The sockets are tested with the door (`tests/telemetry/network/test_device_door.py`).
"""

import itertools
import math

import msgpack
import numpy as np
import pytest

from haptics.forces.force_loop import FORCE_GONE_NS
from haptics.role import SAMPLE_NS, build
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.store import MemoryStore
from telemetry.messages.device import DeviceForce
from telemetry.messages.force import LocalModel
from telemetry.messages.handle import HandleSample
from telemetry.network.device_door import WATCH_PERIOD_S
from telemetry.wire.device_line import SILENT_NS, DeviceError, DeviceLine, DeviceSeat, device_frame_splitter
from telemetry.wire.frames import LENGTH, FrameError
from tests.nominal_run import nominal_run
from tests.tell import tell

MS = 1_000_000
TOKEN = "the run's"
STATE_NS, LOOK_NS = 5 * MS, round(WATCH_PERIOD_S * NS_PER_S)
WRONG_NS = NS_PER_S  # when it begins to be wrong
PULL = (0.0, 0.0, -4.0)


class Program:
    """One at the door: says states that are right until it is told otherwise."""

    def __init__(self, name="plain", *, wrong_ns=WRONG_NS, **wrong):
        self.name, self.line, self.frames = name, DeviceLine(TOKEN, 0), device_frame_splitter()
        self.number = self.heard = self.due_ns = 0
        self.forces, self.wrong, self.wrong_ns = [], wrong, wrong_ns

    def state(self, now_ns, **other):
        self.number += 1
        hello = {"token": TOKEN, "name": self.name, "rate": 200.0, "peak_force": 10.0}
        told = {"id": 37, "number": self.number, "device_ns": now_ns, "heard": self.heard}
        told |= {"p_handle": [0.0] * 3, "dead_man": now_ns >= 100 * MS, "hello": hello}
        body = msgpack.packb(told | {"hello": hello | {"continuous_force": 10.0}} | other)
        return LENGTH.pack(len(body)) + body

    def says(self, now_ns):
        """Return the bytes that come at an instant."""
        if now_ns < self.due_ns:
            return b""
        wrong = self.wrong if now_ns >= self.wrong_ns else {}
        self.due_ns = now_ns + wrong.get("every_ns", STATE_NS)
        if "drips" in wrong:
            return self.state(now_ns)[:1]
        data = b"".join(self.state(now_ns, **wrong.get("state", {})) for _ in range(wrong.get("times", 1)))
        return wrong.get("data", data)

    def hears(self, force, now_ns):
        self.forces.append((now_ns, force))
        self.heard = force.number if now_ns < self.wrong_ns or "deaf" not in self.wrong else self.heard


class Desk:
    """The role behind a door without sockets, and a hand that is always pulled."""

    def __init__(self, *programs):
        self.haptics = build(nominal_run(), MemoryStore(), np.random.default_rng(1))
        self.haptics._feeling.model = self._pulled
        self.seat, self.programs = DeviceSeat(self._deliver), list(programs)
        self.now_ns, self.samples, self.lines = 0, [], {}

    def _pulled(self, reading, now_ns):
        return LocalModel(at_ns=now_ns, force=PULL, is_limited=False)

    def go_on(self, until_ns):
        while self.now_ns < until_ns:
            for program in list(self.programs):
                self._hear(program, program.says(self.now_ns))
            if self.now_ns % LOOK_NS == 0:
                self._look()
            if self.now_ns >= self.haptics.due_ns:
                self._carry_out(self.haptics.tick(self.now_ns))
            self.now_ns += MS
        return self

    def _hear(self, program, data):
        try:
            for frame in program.frames.feed(data):
                self.seat.on_body(program.line, frame[LENGTH.size :], self.now_ns)
        except (FrameError, DeviceError) as error:
            self.dismiss(program, str(error))

    def _look(self):
        for program in list(self.programs):
            try:
                program.line.check_lives(self.now_ns, is_partial=program.frames.is_partial)
            except DeviceError as error:
                self.dismiss(program, str(error))

    def dismiss(self, program, line):
        self.programs.remove(program)
        self.lines[program.name] = line, self.now_ns
        self.seat.on_left(program.line)

    def _deliver(self, state):
        self._carry_out(tell(self.haptics, state, self.now_ns))

    def _carry_out(self, effects):
        for message in [effect.message for effect in effects]:
            if isinstance(message, HandleSample):
                self.samples.append(message)
            if isinstance(message, DeviceForce):
                for program in self.programs:
                    if program.line is self.seat.taken_by:
                        program.hears(message, self.now_ns)

    def held(self, since_ns=0):
        return [each.sampled_ns for each in self.samples if each.dead_man and each.sampled_ns >= since_ns]


AT_ONCE, SILENT = 0, SILENT_NS
CASES = {
    "nothing more": ({"data": b""}, "silent for 2 s", SILENT),
    "a byte per second": ({"drips": True, "every_ns": NS_PER_S}, "frame not whole after 2 s", SILENT),
    "half a frame": ({"data": b"\0\0\0\x20abc", "every_ns": 9 * NS_PER_S}, "frame not whole", SILENT),
    "length 0": ({"data": bytes(4)}, "frame too small (0 < 1)", AT_ONCE),
    "length 2^31": ({"data": (2**31).to_bytes(4)}, "frame too large (2147483648 > 4096)", AT_ONCE),
    "length 2^32-1": ({"data": b"\xff" * 4}, "frame too large (4294967295 > 4096)", AT_ONCE),
    "length -5": ({"data": (-5).to_bytes(4, signed=True)}, "frame too large (4294967291", AT_ONCE),
    "http": ({"data": b"GET / HTTP/1.1\r\n\r\n"}, "frame too large (1195725856", AT_ONCE),
    "tls": ({"data": b"\x16\x03\x01\x02\x00\x01"}, "frame too large (369295618", AT_ONCE),
    "nan": ({"state": {"p_handle": [math.nan, 0.0, 0.0]}}, "no state: ", AT_ONCE),
    "1 m away": ({"state": {"p_handle": [1.0, 0.0, 0.0]}}, "the handle jumped by 1.000 m", AT_ONCE),
    "no attitude": ({"state": {"quat_handle": [0.0] * 4}}, "quat_handle has the norm 0", AT_ONCE),
    "0.1 Hz": ({"every_ns": 10 * NS_PER_S}, "silent for 2 s", SILENT + 200 * MS),
    "100 kHz": ({"times": 100, "every_ns": MS}, "more than 4000 states in a second", 100 * MS),
    "never reads": ({"deaf": True}, "takes nothing: its `heard` stands still for 2 s", SILENT),
}


def flown(case):
    """A device that becomes wrong, to its end: desk and program."""
    behaviour, _, stays_ns = CASES[case]
    program = Program(**behaviour)
    return Desk(program).go_on(WRONG_NS + 2 * LOOK_NS + max(stays_ns, DEAD_MAN_NS)), program


@pytest.mark.parametrize("case", CASES)
def test_it_ends_with_one_line_and_the_arming_within_300_ms_and_the_force_within_100_ms(case):
    _, line, stays_ns = CASES[case]
    desk, program = flown(case)
    said, ended_ns = desk.lines[program.name]
    assert said.startswith(line) and ended_ns <= WRONG_NS + stays_ns + LOOK_NS
    assert WRONG_NS - SAMPLE_NS <= desk.held()[-1] <= WRONG_NS + DEAD_MAN_NS + SAMPLE_NS
    pulled = [at_ns for at_ns, force in program.forces if any(force.force)]
    assert pulled[-1] >= WRONG_NS - SAMPLE_NS
    if case != "never reads":  # whose hand is still known
        assert pulled[-1] <= WRONG_NS + FORCE_GONE_NS


@pytest.mark.parametrize("case", CASES)
def test_who_waits_at_the_door_does_the_handle_no_harm(case):
    bad, good = Program("bad", wrong_ns=0, **CASES[case][0]), Program("good")
    desk = Desk(good).go_on(200 * MS)
    desk.programs.append(bad)
    desk.go_on(SILENT_NS + 2 * LOOK_NS)
    assert "bad" in desk.lines and "good" not in desk.lines
    assert {b - a for a, b in itertools.pairwise(desk.held())} == {SAMPLE_NS}


@pytest.mark.parametrize("case", ["nothing more", "nan"])
def test_the_handle_is_free_for_the_next_one_which_has_to_be_pressed_anew(case):
    desk, _ = flown(case)
    before_ns = desk.now_ns
    desk.programs.append(Program("next"))
    desk.go_on(before_ns + 500 * MS)
    assert desk.seat.taken_by is desk.programs[-1].line
    assert desk.held(before_ns) == []  # it came pressed


def test_a_reset_in_mid_frame_ends_the_arming():
    program = Program()
    desk = Desk(program).go_on(WRONG_NS)
    desk._hear(program, program.state(WRONG_NS)[:9])
    desk.dismiss(program, "connection lost")
    desk.go_on(WRONG_NS + 2 * DEAD_MAN_NS)
    assert WRONG_NS - SAMPLE_NS <= desk.held()[-1] <= WRONG_NS + DEAD_MAN_NS
