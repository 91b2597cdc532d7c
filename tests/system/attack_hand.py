"""The hand in the attack: how it leads, what it feels, what it is led by, and a device of strange habits.

Drawn from a generator of its own, so that all other trouble of a seed stays what it is.  What must hold is
judged by what is said alone: forces are numbers that the device can give, its hand is given no energy, and
a dead-man counts no longer than it was said to be pressed.
"""

import math

import msgspec
import numpy as np

from ground.operator.script.script import ScriptAct
from haptics.forces.device_limits import SIMULATED
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import RoleSpec, Send
from telemetry.messages.device import DeviceForce, DeviceHello, DeviceState
from telemetry.messages.force import HandForce
from telemetry.messages.handle import HandIntent, HandleSample
from telemetry.plan.hand_settings_table import ForceTable, HandSettingsTable, HumanTable

HERE = "tests.system.attack_hand"
SAMPLE_NS = NS_PER_S // 50
PERIOD_NS = NS_PER_S // 100  # of the device's states
STRIDE_M = 0.002  # of its hand in one of them, at most
OF_ENERGY_J = 0.02  # a scripted hand reverses 0.2 m/s at once: 35 N give it 14 mJ until the next cycle
FIXTURES = (
    {"kind": "plane", "end_m": (0.0, 0.0, 0.2), "along": (0.0, 0.0, 1.0), "radius_m": 0.0},
    {"kind": "keep_out_sphere", "end_m": (1.05, 0.3, 0.0), "radius_m": 0.3},
    {"kind": "point", "end_m": (1.0, 0.0, 0.3), "radius_m": 0.0},
    {"kind": "line", "end_m": (1.0, 0.0, 0.3), "along": (0.0, 0.0, 1e-9), "radius_m": 10.0},
    {"kind": "keep_out_box", "end_m": (1.0, 0.0, 0.3), "along": (5.0, 5.0, 5.0)},
)


HANDS = (
    {},
    {"stiffness_n_m": 0.0, "gives_way_m_n": 1.0},
    {"stiffness_n_m": 50.0, "gives_way_m_n": 0.04},
    {"stiffness_n_m": 100_000.0, "gives_way_m_n": 2e-5},
)


def give(plan, rng):
    """In half of the flights the hand feels the arm, may be led by a fixture, and may hold a device."""
    acts = plan.scenario.acts
    if rng.random() < 0.5 or not any(act.teleop for act in acts):
        return
    hand = settings_of(rng)
    told = msgspec.to_builtins(acts)
    changed = [{"teleop": led(act["teleop"], rng)} if act.get("teleop") else act for act in told]
    acts = tuple(msgspec.convert(act, ScriptAct) for act in changed)
    plan.scenario = msgspec.structs.replace(plan.scenario, hand=hand, acts=acts)
    plan.told.append(f"the hand: {plain(hand)}")
    if rng.random() < 0.4:
        begins_s = float(rng.uniform(0.5, plan.scenario.duration_s - 8.0))
        plan.device_ns = round(begins_s * NS_PER_S)
        plan.told.append(f"a strange device at {begins_s:.1f} s")


def settings_of(rng):
    """Draw how a hand leads, up to the ends of what its tables take."""

    def one(*options):
        return options[int(rng.integers(len(options)))]

    return HandSettingsTable(
        control="bilateral",
        scale=one(0.2, 2.0),
        turning_scale=one(0.2, 2.0),
        dead_zone_m=one(0.0, 0.005),
        dead_zone_deg=one(0.0, 0.5),
        **one({}, {"speed_m_s": 0.3}, {"speed_m_s": 0.5, "acceleration_m_s2": 1.0, "jerk_m_s3": 10.0}),
        workspace_m=one(None, None, ((2.0, 2.0, 2.0), (3.0, 3.0, 3.0))),  # no box around the tool
        shared=one((), ("fixture",), ("fixture", "clearance")),
        pull_n=one(0.0, 10.0),
        force=ForceTable(
            gain_n_m=one(0.0, 40.0, 10_000.0),
            turning_gain_nm_rad=one(1.0, 1000.0),
            sent=one("commanded", "released"),
            device_damping_ns_m=one(0.0, 5.0),
            centring_n_m=one(0.0, 1000.0),
            contact_from_m=one(0.05, 1.0),
            contact_stiffness_n_m=one(600.0, 10_000.0),
        ),
        human=HumanTable(
            is_simulated=bool(rng.random() < 0.5),
            mass_kg=one(0.6, 1.0, 100.0),
            damping_ns_m=one(0.0, 5.0, 1000.0),
            **one(*HANDS),
        ),
    )


def led(teleop, rng):
    """Return a file's table of teleoperation with another mode and axes, and a fixture to be led by."""
    changed = dict(teleop)
    if rng.random() < 0.5:
        changed["fixture"] = FIXTURES[int(rng.integers(len(FIXTURES)))]
    if rng.random() < 0.3:
        changed |= {"mode": "pose", "frame": ("base", "tool")[int(rng.integers(2))]}
    return changed


def device(begins_ns):
    """The device as a participant that comes at an instant."""
    return RoleSpec("device", f"{HERE}:StrangeDevice", begins_ns)


class StrangeDevice:
    """What the door lets in: legal states of a hand that does anything, also of one that has hung or lies.

    Its moods last for half a second or so; each new life begins with a hello.
    """

    MOODS = ("presses", "presses", "released", "flutters", "silent", "forgets", "lies", "again")

    def __init__(self, begins_ns, store, rng):
        self.due_ns, self.rng = begins_ns, rng
        self.heard, self.number = 0, 0
        self.p, self.turn, self.mood, self.until_ns = np.zeros(3), 0.0, "released", 0

    def receive(self, message, sender, now_ns):
        if isinstance(message, DeviceForce):
            self.heard = message.number
        return ()

    def tick(self, now_ns):
        self.due_ns = now_ns + PERIOD_NS
        if now_ns >= self.until_ns:
            self._change(now_ns)
        if self.mood == "silent":
            return ()
        return (Send(self._state(now_ns)),)

    def _change(self, now_ns):
        self.mood = self.MOODS[int(self.rng.integers(len(self.MOODS)))]
        self.until_ns = now_ns + int(self.rng.uniform(0.02, 1.5) * NS_PER_S)
        if self.mood == "again":
            self.heard = 0

    def _state(self, now_ns):
        self.number += 1
        self.p = np.clip(self.p + self.rng.uniform(-STRIDE_M, STRIDE_M, 3), -0.1, 0.1)
        self.turn += float(self.rng.uniform(-0.3, 0.3))
        heard = {"forgets": 1, "lies": 2**63 - 1}.get(self.mood, self.heard)
        flutters = self.mood == "flutters" and bool(self.rng.integers(2))
        return DeviceState(
            number=self.number,
            device_ns=now_ns,
            heard=heard,
            p_handle=tuple(self.p.tolist()),
            quat_handle=(math.cos(0.5 * self.turn), 0.0, math.sin(0.5 * self.turn), 0.0),
            dead_man=flutters or self.mood not in ("released", "flutters"),
            right_button=bool(self.rng.integers(2)),
            force=(1e300, -1e300, 0.0),
            hello=None if self.heard else DeviceHello(token="", name="strange", rate=100.0, peak_force=1e9),
        )


class FeltAccount:
    """What the hand was given, and how long its dead-man counted."""

    def __init__(self, audit):
        self._audit, self._pressed_ns, self._is_stepped = audit, -NS_PER_S, False

    def step_clocks(self):
        """Clocks of this flight step, so that no age can be told from outside."""
        self._is_stepped = True

    def take(self, message, at_ns):
        """Take what somebody has said."""
        match message:
            case HandForce():
                self._given(message, at_ns)
            case DeviceForce(force=force, torque=torque, model=model):
                self._numbers((*force, *torque, *model.force, *model.torque, *model.p_anchor), at_ns)
            case HandIntent(dead_man=True, at_ns=said_ns):
                self._pressed_ns = max(self._pressed_ns, said_ns)
            case DeviceState(dead_man=True):
                self._pressed_ns = at_ns
            case HandleSample():
                self._numbers((*message.p_handle, *message.quat_handle), at_ns)
                self._counted(message, at_ns)

    def _given(self, felt, at_ns):
        energy = felt.energy or 0.0  # None: the device's own loop does not say
        self._numbers((*felt.force, *felt.torque, energy), at_ns)
        by_device = max(map(abs, felt.force)) >= 1e300  # it says so of itself
        if not by_device and math.hypot(*felt.force) > SIMULATED.peak_force + 1e-6:
            self._audit.find(at_ns, "force", f"{math.hypot(*felt.force):.3f} N are given")
        if energy < -OF_ENERGY_J:
            self._audit.find(at_ns, "energy", f"the hand was given {-energy:.3e} J more than it gave")

    def _numbers(self, values, at_ns):
        if not all(map(math.isfinite, values)):
            self._audit.find(at_ns, "number", f"{values} is felt, or told of the hand")

    def _counted(self, sample, at_ns):
        late_ns = sample.sampled_ns - self._pressed_ns - DEAD_MAN_NS
        if sample.dead_man and late_ns > SAMPLE_NS and not self._is_stepped:
            self._audit.find(at_ns, "dead-man", f"counts {late_ns / 1e6:.0f} ms longer than it may")


def plain(table):
    """Return the hand of a plan in a few words."""
    told = msgspec.to_builtins(table)
    told |= told.pop("force") | told.pop("human")
    usual = msgspec.to_builtins(HandSettingsTable())
    usual |= usual.pop("force") | usual.pop("human")
    return ", ".join(f"{key} {value}" for key, value in told.items() if value != usual[key])
