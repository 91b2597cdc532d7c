"""A simulated handle in a simulated hand, and the device that plays a script on it.

    intent --> speed and acceleration limits --> steady hand --> + tremor --> reading
                                                  |      ^
                                    every 1 ms    v      | if it yields
                                                force loop

The hand heads straight for the wanted place and brakes in time for it; it turns at its own speed.  Its tremor
stays far inside any dead zone.  The finger on dead-man and buttons acts at once.  The force loop of a real
device runs on it in sub-steps of virtual time; a hand that yields goes with its force, and gives way to it a
reaction time later.  It is a mass on a spring and a damper about the place that it aims at:

    m v' = F - b v - k (p - aim)        b, m with those of the handle

(the linear hand of N. Hogan, "Controlling impedance at the man/machine interface", ICRA 1989), in steps of
1 ms, each force held for one of them, as a device holds it.  Torque does not turn it.

The script, again and again: released, at the middle --> pressed --> 40 mm along x, y, z and back.
"""

import itertools
import math
from collections import deque
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from haptics.devices.device import Handle, HandleReading
from haptics.forces.device_limits import SIMULATED
from haptics.forces.force_loop import CYCLE_NS, Felt, ForceLoop
from haptics.forces.wrench import NO_WRENCH, ZERO, Wrench, plus, times
from predictor.model.quaternions import UNIT_ERROR, rotation_from_quaternion
from predictor.model.spatial import quaternion_from_rotation, rotation_from_vector, rotation_vector
from telemetry.agreed.hand_settings import HumanHand
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Quaternion, Vector
from telemetry.messages.force import LocalModel
from telemetry.messages.handle import UPRIGHT, HandIntent

ACCELERATION = 2.0  # of a hand in careful work [m/s^2]
TREMOR = 0.00017  # bound of each axis [m]: below 0.3 mm in all directions
TREMOR_TIME = 0.03  # correlation time of the tremor, physiological at about 8 Hz [s]
LONGEST_STEP = 0.1  # of the hand's integration; a longer pause between readings is cut to it [s]
STEADY_HAND = HumanHand()
SCRIPT_SPEED = 0.1  # of the hand [m/s]
FAR_M = 0.04
CENTRE: Vector = (0.0, 0.0, 0.0)
PLACES: tuple[Vector, ...] = ((FAR_M, 0.0, 0.0), CENTRE, (0.0, FAR_M, 0.0), CENTRE, (0.0, 0.0, FAR_M), CENTRE)
STAYS_S = 2.0  # at each place
CALM_HAND = HumanHand(mass=1.0, damping=14.0, stiffness=50.0)
MOST_CYCLES_AT_ONCE = 20  # that a hand goes on at once, after a pause
SCRIPT_STEPS = ((CENTRE, False), (CENTRE, True), *((p, True) for p in PLACES))


class YieldingHand:
    """Where the hand is, and how fast it goes."""

    def __init__(self, hand: HumanHand) -> None:
        """Rest at the centre."""
        self._hand = hand
        self.p, self._v = ZERO, ZERO

    def step(self, aim: Vector, force: Vector, dt_s: float) -> Vector:
        """Return the place after dt_s under a force [m]."""
        hand = self._hand
        pulled = plus(force, plus(self.p, aim, -1.0), -hand.stiffness)
        pulled = plus(pulled, self._v, -hand.damping)
        self._v = plus(self._v, times(pulled, 1.0 / hand.mass), dt_s)
        self.p = plus(self.p, self._v, dt_s)
        return self.p


class _Stretch(NamedTuple):
    """How hand and tremor go on between two readings."""

    begin: Vector
    tremor: Vector
    end: Vector
    tremor_end: Vector

    def at(self, share: float) -> tuple[Vector, Vector]:
        hand = plus(self.begin, plus(self.end, self.begin, -1.0), share)
        return hand, plus(self.tremor, plus(self.tremor_end, self.tremor, -1.0), share)


class SimulatedHandle(Handle):
    """A handle of six degrees of freedom."""

    def __init__(self, rng: np.random.Generator, human: HumanHand = STEADY_HAND) -> None:
        """Rest at the centre, released, in such a hand."""
        self._rng = rng
        self._human = human
        self._yielding = YieldingHand(human) if human.is_simulated else None
        self._aims = deque[Vector](
            [(0.0, 0.0, 0.0)], maxlen=1 + round(human.reaction_s * NS_PER_S / CYCLE_NS)
        )
        self._loop = ForceLoop(SIMULATED)
        self._felt_ns = -NS_PER_S  # of the newest model
        self._intent = HandIntent(p_handle=(0.0, 0.0, 0.0), speed=0.0, dead_man=False)
        self._p: Vector = (0.0, 0.0, 0.0)
        self._quat: Quaternion = UPRIGHT
        self._speed = 0.0
        self._tremor: Vector = (0.0, 0.0, 0.0)
        self._read_ns: int | None = None

    def on_intent(self, intent: HandIntent) -> None:
        """Take what the hand intends from now on."""
        self._intent = intent

    def on_model(self, model: LocalModel) -> None:
        """Feel this model from now on."""
        self._loop.on_model(model)
        self._felt_ns = model.at_ns

    @property
    def felt(self) -> Felt:
        """What the device gives."""
        return self._loop.felt

    def read(self, now_ns: int) -> HandleReading:
        """Return the handle after the hand has moved on since the last reading."""
        pause_s = 0.0 if self._read_ns is None else (now_ns - self._read_ns) / NS_PER_S
        step_s = min(max(pause_s, 0.0), LONGEST_STEP)
        self._read_ns = now_ns
        before = self._p, self._tremor
        self._move(step_s)
        self._quat = turn_towards(self._quat, self._intent.quat_handle, self._intent.turning_speed * step_s)
        self._tremble(step_s)
        cycles = round(step_s * NS_PER_S / CYCLE_NS)
        p_hand = self._pushed_by_force(_Stretch(*before, self._p, self._tremor), cycles, now_ns)
        return HandleReading(
            p_handle=plus(p_hand, self._tremor),
            quat_handle=self._quat,
            dead_man=self._intent.dead_man,
            left_button=self._intent.left_button,
            right_button=self._intent.right_button,
            gripper=self._intent.gripper,
        )

    def _pushed_by_force(self, way: "_Stretch", cycles: int, now_ns: int) -> Vector:
        """Let the device push the hand on its way in cycles of 1 ms; returns where the hand comes to [m]."""
        is_idle = now_ns - self._felt_ns > NS_PER_S and self.felt.wrench == NO_WRENCH
        if self._yielding is None and is_idle:
            return way.end
        for cycle in range(1, cycles + 1):
            p, tremor = way.at(cycle / cycles)
            if self._yielding is not None:
                self._aims.append(plus(p, self.felt.wrench.force, self._human.gives_way))
                p = self._yielding.step(self._aims[0], self.felt.wrench.force, CYCLE_NS / NS_PER_S)
            self._loop.step(plus(p, tremor), self._quat, now_ns - (cycles - cycle) * CYCLE_NS)
        return way.end if self._yielding is None else self._yielding.p

    def _move(self, step_s: float) -> None:
        """Go straight towards the wanted place; the speed grows and falls with bounded acceleration."""
        way = math.dist(self._p, self._intent.p_handle)
        braking = math.sqrt(2.0 * ACCELERATION * way)
        self._speed = min(self._intent.speed, braking, self._speed + ACCELERATION * step_s)
        stride = self._speed * step_s
        if way <= max(stride, ACCELERATION * step_s * step_s):
            self._p, self._speed = self._intent.p_handle, 0.0
            return
        share = stride / way
        x, y, z = (a + share * (b - a) for a, b in zip(self._p, self._intent.p_handle, strict=True))
        self._p = (x, y, z)

    def _tremble(self, step_s: float) -> None:
        """Let the tremor wander: first order noise, each axis bounded."""
        keep = math.exp(-step_s / TREMOR_TIME)
        push = math.sqrt(1.0 - keep * keep) * TREMOR / 3.0
        noise = self._rng.standard_normal(3).tolist()
        x, y, z = [
            min(TREMOR, max(-TREMOR, keep * t + push * n)) for t, n in zip(self._tremor, noise, strict=True)
        ]
        self._tremor = (x, y, z)


def turn_towards(quat: Quaternion, wanted: Quaternion, most: float) -> Quaternion:
    """Return an attitude turned towards another one by at most an angle [rad]; to what is none: unturned."""
    if wanted == quat or not abs(math.hypot(*wanted) - 1.0) <= UNIT_ERROR:
        return quat
    R, R_wanted = (rotation_from_quaternion(np.array(each)) for each in (quat, wanted))
    way = rotation_vector(R_wanted @ R.T)
    angle = float(np.linalg.norm(way))
    if angle <= most:
        return wanted
    w, x, y, z = quaternion_from_rotation(rotation_from_vector(way * (most / angle)) @ R).tolist()
    return w, x, y, z


class ScriptedDevice(Handle):
    """The simulated handle, as a driver opens it."""

    limits = SIMULATED

    def __init__(self) -> None:
        """Begin the script at the first reading."""
        self._handle = SimulatedHandle(np.random.default_rng(1))
        self._steps = itertools.cycle(SCRIPT_STEPS)
        self._until_ns: int | None = None
        self._hand, self._given = YieldingHand(CALM_HAND), NO_WRENCH
        self._read_ns = 0

    def read(self, now_ns: int) -> HandleReading:
        """Return where the hand is now."""
        if self._until_ns is None or now_ns >= self._until_ns:
            self._until_ns = now_ns + round(STAYS_S * NS_PER_S)
            p, dead_man = next(self._steps)
            self._handle.on_intent(
                HandIntent(p_handle=p, speed=SCRIPT_SPEED, dead_man=dead_man, at_ns=now_ns)
            )
        aimed = self._handle.read(now_ns)
        cycles = min((now_ns - self._read_ns) // CYCLE_NS, MOST_CYCLES_AT_ONCE)
        self._read_ns = max(self._read_ns + cycles * CYCLE_NS, now_ns - CYCLE_NS)
        for _ in range(cycles):
            self._hand.step(aimed.p_handle, self._given.force, CYCLE_NS / NS_PER_S)
        return replace(aimed, p_handle=self._hand.p)

    def feel(self, wrench: Wrench) -> None:
        """Push the hand from now on."""
        self._given = wrench

    def close(self) -> None:
        """Let nothing go: there is no device."""


def open_simulated() -> ScriptedDevice:
    """Return the simulated device."""
    return ScriptedDevice()
