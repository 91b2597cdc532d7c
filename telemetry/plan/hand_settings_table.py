"""The table `[hand]` of a file: how the hand leads the arm, and in `force` and `human` what a hand feels."""

import math
from typing import Annotated, NamedTuple

import msgspec

from telemetry.agreed.hand_settings import (
    Axis,
    ForceSettings,
    HandSettings,
    HumanHand,
    SentFrom,
    Shared,
    rest_s,
)
from telemetry.files.settings import Table
from telemetry.messages.handle import HandControl, HandMode, Steering
from telemetry.plan.hand_frame import Cameras, EulerZyx, FrameName, check_frame, hand_axes, steered
from telemetry.plan.joint_table import radians
from telemetry.plan.move_table import BASE, Place, quaternion

LEAST_DAMPING = 5.0  # [N s/m] K T / 2 of the stiffest wall, from which on it is passive as sampled
Damping = Annotated[float, msgspec.Meta(ge=0.0, le=1000.0)]


STEP_S = 0.001  # of the hand that is simulated
MOST_YIELD = 2.0  # of a force that it felt, with which a hand follows it [N/N]


class ForceTable(Table, frozen=True, kw_only=True):
    """What a bilateral hand feels."""

    gain_n_m: Annotated[float, msgspec.Meta(ge=0.0, le=10_000.0)] = 40.0  # K_f, of the way sent less received
    turning_gain_nm_rad: Annotated[float, msgspec.Meta(ge=0.0, le=1000.0)] = 1.0  # the same of turns
    sent: SentFrom = "commanded"  # from where that way is measured
    passivity: bool = True  # False: comparison, rehearsal only
    device_damping_ns_m: Damping = 5.0  # of the handle itself
    centring_n_m: Annotated[float, msgspec.Meta(ge=0.0, le=1000.0)] = 0.0  # of a spring to the centre
    contact_from_m: Annotated[float, msgspec.Meta(gt=0.0, le=1.0)] = 0.05  # beyond the required clearance
    contact_stiffness_n_m: Annotated[float, msgspec.Meta(ge=0.0, le=10_000.0)] = 600.0  # of what is near
    contact_damping_ns_m: Annotated[float, msgspec.Meta(ge=LEAST_DAMPING, le=100.0)] = 10.0  # the same

    def settings(self) -> ForceSettings:
        """Return what every role of a run agrees on."""
        return ForceSettings(
            gain=self.gain_n_m,
            turning_gain=self.turning_gain_nm_rad,
            sent=self.sent,
            passivity=self.passivity,
            device_damping=self.device_damping_ns_m,
            centring=self.centring_n_m,
            contact_from=self.contact_from_m,
            contact_stiffness=self.contact_stiffness_n_m,
            contact_damping=self.contact_damping_ns_m,
        )


class HumanTable(Table, frozen=True, kw_only=True):
    """A hand that holds the handle."""

    is_simulated: bool = False  # the rehearsal's hand yields to the force like it
    mass_kg: Annotated[float, msgspec.Meta(ge=0.05, le=100.0)] = 1.0  # of hand and handle
    damping_ns_m: Damping = 5.0  # of the arm behind it
    stiffness_n_m: Annotated[float, msgspec.Meta(ge=0.0, le=100_000.0)] = 50.0  # of its grip
    reaction_s: Annotated[float, msgspec.Meta(ge=0.0, le=2.0)] = 0.2  # before it answers a force
    gives_way_m_n: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 0.0  # that it yields to a force

    def __post_init__(self) -> None:
        """Refuse a hand too light to be simulated in steps of a millisecond, and one that leaps away."""
        least = 0.5 * STEP_S * self.damping_ns_m + 0.25 * STEP_S**2 * self.stiffness_n_m
        if not self.mass_kg > least:
            raise ValueError(f"mass_kg must be more than {least:.3g} for this damping and stiffness")
        if self.gives_way_m_n * self.stiffness_n_m > MOST_YIELD:
            most = MOST_YIELD / self.stiffness_n_m
            raise ValueError(f"gives_way_m_n must be at most {most:.3g} for this stiffness")

    def settings(self) -> HumanHand:
        """Return what every role of a run agrees on."""
        return HumanHand(
            is_simulated=self.is_simulated,
            mass=self.mass_kg,
            damping=self.damping_ns_m,
            stiffness=self.stiffness_n_m,
            reaction_s=self.reaction_s,
            gives_way=self.gives_way_m_n,
        )


LONGEST_REST_S = 8.0  # from full speed: what takes longer is no answer to a hand
Scale = Annotated[float, msgspec.Meta(gt=0.0, le=2.0)]


class _Turning(NamedTuple):
    """What bounds the turning tool."""

    a_max: float  # [rad/s^2]
    jerk_max: float  # [rad/s^3]


class HandSettingsTable(Table, frozen=True, kw_only=True):
    """How the hand leads the arm."""

    mode: HandMode = "position"  # what of the hand counts: place, attitude or both
    frame: FrameName = BASE  # in whose axes it steers
    control: HandControl = "master_slave"  # bilateral: it feels the delay
    axes_euler_zyx_deg: EulerZyx | None = None  # where a frame needs them: `telemetry.plan.hand_frame`
    handle_euler_zyx_deg: EulerZyx = (0.0, 0.0, 0.0)  # handle axes in those of the frame
    scale: Scale = 0.2  # increment of each period for a displacement of one
    turning_scale: Scale = 0.2  # turn of the tool for one of the handle
    dead_zone_m: Annotated[float, msgspec.Meta(ge=0.0, le=0.1)] = 0.005  # where nothing is asked for
    dead_zone_deg: Annotated[float, msgspec.Meta(ge=0.0, le=45.0)] = 0.5  # the same of turns
    speed_m_s: Annotated[float, msgspec.Meta(gt=0.0, le=0.5)] = 0.05  # of the tool, at most
    turning_deg_s: Annotated[float, msgspec.Meta(gt=0.0, le=45.0)] = 6.0  # the same of its turning
    acceleration_m_s2: Annotated[float, msgspec.Meta(ge=0.001, le=1.0)] = 0.05  # of the tool, along each axis
    jerk_m_s3: Annotated[float, msgspec.Meta(ge=0.002, le=10.0)] = 0.1  # the same
    turning_acceleration_deg_s2: Annotated[float, msgspec.Meta(ge=0.05, le=60.0)] | None = None  # about 2.9
    turning_jerk_deg_s3: Annotated[float, msgspec.Meta(ge=0.1, le=600.0)] | None = None  # about 5.7
    locked_axes: Annotated[tuple[Axis, ...], msgspec.Meta(max_length=6)] = ()  # in which nothing is asked for
    workspace_m: tuple[Place, Place] | None = None  # least and greatest place of the tool, in base axes
    shared: Annotated[tuple[Shared, ...], msgspec.Meta(max_length=2)] = ()  # what may bend the hand's command
    pull_n: Annotated[float, msgspec.Meta(ge=0.0, le=10.0)] = 0.0  # along a fixture
    force: ForceTable = ForceTable()  # what is felt
    human: HumanTable = HumanTable()  # who holds the handle

    def __post_init__(self) -> None:
        """Refuse a box without room, what is named twice, and a view that is not used or not told."""
        low, high = self.workspace_m or ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
        if not all(a < b for a, b in zip(low, high, strict=True)):
            raise ValueError("workspace_m must be [least, greatest], with room along x, y and z")
        if len(set(self.locked_axes)) < len(self.locked_axes):
            raise ValueError("locked_axes: each axis must be there only once")
        if len(set(self.shared)) < len(self.shared):
            raise ValueError("shared: each of fixture and clearance must be there only once")
        check_frame(self.frame, self.axes_euler_zyx_deg)
        _check_rest("speed_m_s", rest_s(self.speed_m_s, self.acceleration_m_s2, self.jerk_m_s3))
        _check_rest("turning_deg_s", rest_s(math.radians(self.turning_deg_s), *self._turning))

    @property
    def _turning(self) -> "_Turning":
        a_deg, jerk_deg, usual = self.turning_acceleration_deg_s2, self.turning_jerk_deg_s3, HandSettings()
        return _Turning(
            usual.turning_acceleration_max if a_deg is None else math.radians(a_deg),
            usual.turning_jerk_max if jerk_deg is None else math.radians(jerk_deg),
        )

    def settings(self, cameras: Cameras) -> HandSettings:
        """Return what every role of a run agrees on.

        Raises:
            ValueError: the hand is to steer in the frame of a camera that is not there.
        """
        axes = hand_axes(self.frame, self.axes_euler_zyx_deg, cameras)
        return HandSettings(
            steering=steered(Steering(control=self.control), mode=self.mode, axes=axes),
            quat_base_handle=quaternion(*radians(self.handle_euler_zyx_deg)),
            scale=self.scale,
            turning_scale=self.turning_scale,
            dead_zone=self.dead_zone_m,
            turning_dead_zone=math.radians(self.dead_zone_deg),
            speed_max=self.speed_m_s,
            turning_max=math.radians(self.turning_deg_s),
            acceleration_max=self.acceleration_m_s2,
            jerk_max=self.jerk_m_s3,
            turning_acceleration_max=self._turning.a_max,
            turning_jerk_max=self._turning.jerk_max,
            locked_axes=self.locked_axes,
            workspace=self.workspace_m,
            shared=self.shared,
            pull=self.pull_n,
            force=self.force.settings(),
            human=self.human.settings(),
        )


def _check_rest(speed: str, lasts_s: float) -> None:
    if lasts_s > LONGEST_REST_S:
        problem = f"rest from full speed takes {lasts_s:.1f} s, {LONGEST_REST_S:g} s at most"
        raise ValueError(f"{speed}: {problem}; give a lower speed, or more acceleration and jerk")
