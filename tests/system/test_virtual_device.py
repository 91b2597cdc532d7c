"""A device leads the arm in virtual time, dies in mid-motion, and comes back somewhere else."""

import numpy as np
import pytest
from device_role import device

from ground.rehearsal.roles import roles
from ground.scenario.scenario import load, run_settings
from ground.scenario.scenario_files import data_folder
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import NS_PER_S as S
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.messages.handle import HandleSample
from telemetry.messages.queue import GateStatus, HoldNotice, Queued, TeleopSource

SAMPLE_NS = S // 50
PUSHED = (0.0, 0.0, 0.03)
FAR_AWAY = (0.0, 0.1, 0.3)  # where the handle of the second life is
ONE_STEP_RAD = 0.05

LED_BY_HAND = """
[[act]]
[act.teleop]
attempts = 20

[[act.teleop.stroke]] # the script's own hand: the device takes its place
direction = [1.0, 0.0, 0.0]
displacement_m = 0.02
until = "time"
for_s = 20.0

[expect]
contacts_max = 0
"""


class Flight:
    """A run with a device, and what everybody was told."""

    def __init__(self, folder):
        head, _, _ = (data_folder() / "short_link.toml").read_text().partition("[[act]]")
        path = folder / "led_by_hand.toml"
        path.write_text(head + LED_BY_HAND)
        scenario = load(str(path)).with_plant("kinematic")
        specs = [*roles(scenario, run_settings(scenario, seed=1, run_id="test")), device()]
        self.heard, self.state = [], ""
        self.driver = UncodedTime(specs, seed=1, observe=self._observe)

    def _observe(self, at_ns, who, message):
        self.heard.append((at_ns, who, message))
        if isinstance(message, GateStatus):
            self.state = message.state

    @property
    def device(self):
        return self.driver.role("device")

    @property
    def now_ns(self):
        return self.driver.now_ns

    def go_on(self, seconds):
        self.driver.run(until_ns=self.now_ns + round(seconds * S))

    def until_led(self):
        """Press, and go on until the hand leads the arm."""
        self.go_on(0.2)
        self.device.pressed = True
        self.driver.run(until_ns=self.now_ns + 60 * S, finished=lambda: self.state == "teleop")
        assert self.state == "teleop"

    def said(self, kind, role, since_ns=0):
        return [(t, m) for t, who, m in self.heard if who == role and isinstance(m, kind) and t >= since_ns]


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    flight = Flight(tmp_path_factory.mktemp("device"))
    flight.until_led()
    flight.device.p = PUSHED
    flight.go_on(1.0)
    flight.dead_ns, flight.before = flight.now_ns, flight.device
    flight.driver.kill("device")
    flight.go_on(2.0)
    flight.driver.start("device")
    flight.device.p, flight.again_ns = FAR_AWAY, flight.now_ns
    flight.until_led()
    return flight


def led(flight, since_ns=0):
    entries = [(t, m.entry) for t, m in flight.said(Queued, "predictor", since_ns)]
    return [(t, entry) for t, entry in entries if isinstance(entry.source, TeleopSource)]


def test_the_arm_follows_the_device(flown):
    q = np.array([entry.state.q for at_ns, entry in led(flown) if at_ns < flown.dead_ns])
    assert np.ptp(q, axis=0).max() > 0.001


def test_its_death_ends_the_arming_within_300_ms(flown):
    held = [t for t, sample in flown.said(HandleSample, "gate") if sample.dead_man and t < flown.again_ns]
    assert flown.dead_ns < held[-1] <= flown.dead_ns + DEAD_MAN_NS + SAMPLE_NS
    at_ns, notice = flown.said(HoldNotice, "planner", flown.dead_ns)[0]
    assert notice.reason == Reason.DEAD_MAN_RELEASED
    assert at_ns <= flown.dead_ns + DEAD_MAN_NS + 2 * SAMPLE_NS


def test_after_its_death_nothing_more_is_led_until_it_is_armed_anew(flown):
    ended_ns = flown.dead_ns + DEAD_MAN_NS + 2 * SAMPLE_NS
    assert [t for t, _ in led(flown, ended_ns) if t < flown.again_ns] == []


def test_a_handle_that_comes_back_far_away_makes_no_jump(flown):
    _, first = led(flown, flown.again_ns)[0]
    rest = [m.rest_q for _, m in flown.said(HoldNotice, "planner", flown.dead_ns) if m.rest_q][-1]
    assert np.abs(np.subtract(first.state.q, rest)).max() < ONE_STEP_RAD


def test_forces_come_as_long_as_it_is_there(flown):
    times = [at_ns for at_ns, _ in flown.before.forces]
    assert max(np.diff(times)) <= 2 * SAMPLE_NS
    assert [force.number for _, force in flown.before.forces] == list(range(1, len(times) + 1))
