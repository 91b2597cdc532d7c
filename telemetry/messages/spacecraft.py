"""Telemetry, the packets of the space link that carry it down and commands up, and how a pass begins."""

from typing import Annotated, Literal

import msgspec

from telemetry.messages.base import (
    Count,
    Finite,
    Joints,
    Message,
    Name,
    Nanoseconds,
    Part,
    Quaternion,
    Vector,
    on_wire,
)
from telemetry.messages.command import CommandReport
from telemetry.messages.operations import EquipmentState

MOST_REPORTS = 8  # of commands, in one sample
Reports = Annotated[tuple[CommandReport, ...], msgspec.Meta(max_length=MOST_REPORTS)]

PASS_NONCE_BYTES = 16
PassNonce = Annotated[bytes, msgspec.Meta(min_length=PASS_NONCE_BYTES, max_length=PASS_NONCE_BYTES)]


@on_wire("Echo")
class Echo(Part, frozen=True, array_like=True):
    """What the ground measures the link by: the packet with a command of the gate that came last.

    On the wire it is an array, in this order; packets that come twice count once.
    """

    left_ns: Nanoseconds  # its time code: ground clock
    for_ns: Nanoseconds  # from when it came to the report, by the clock on board but for its steps
    packets: Count  # with a command of the gate that have come so far


@on_wire("Telemetry")
class Telemetry(Message, frozen=True, tag=80):
    """Spacecraft to ground, 10 Hz: the on-board contract's telemetry list."""

    sampled_ns: Nanoseconds  # spacecraft clock
    mode: Name  # latched, ready, moving or stopping
    q: Joints  # measured [rad]
    qd: Joints  # [rad/s]
    currents: Joints  # motor currents [A]
    temperatures: Joints  # [K]
    brakes_on: bool
    locked: tuple[bool, ...]
    gripper: Finite  # opening [m]
    quat_world_base: Quaternion
    p_world_base: Vector  # by inertial navigation, from where the base stood as the run began [m]
    rate_base: Vector  # [rad/s]
    buffer: Count  # set-points waiting on board
    epoch: Count  # the newest that was taken, of a set-point or of a resume
    accepted: Count  # last accepted seq of that epoch; 0: none
    accepted_at_ns: Nanoseconds  # spacecraft clock
    executed_epoch: Count
    executed: Count  # last executed seq of executed_epoch; 0: none
    refused_epoch: Count
    refused: Count  # last refused seq; 0: none
    refusal: Name  # reason of that refusal, or empty
    latched: bool
    latch_reason: Name  # or empty
    hold_q: Joints  # commanded pose, at rest in the modes latched and ready [rad]
    echo: Echo | None = None  # None: no command has come yet
    equipment: EquipmentState | None = None  # None: no command of it has come yet
    reports: Reports = ()  # oldest first; a spacecraft that makes none tells by the numbers alone


@on_wire("RangeSample")
class RangeSample(Message, frozen=True, tag=83):
    """Spacecraft to ground, with each report of an arm that has a range sensor: what that measures."""

    sampled_ns: Nanoseconds  # spacecraft clock; that of the report
    distance: (
        Finite | None
    )  # of the nearest echo in its beam, from the sensor [m]; None: no echo in its range


@on_wire("PassReport")
class PassReport(Message, frozen=True, tag=87):
    """Bridge and adapter to the ground, 1 Hz: how far the pass with a spacecraft elsewhere is agreed."""

    by: Name  # the role: the bridge, or the adapter for the second way of HOLD
    pass_id: Name
    state: Literal["waiting", "asking", "agreed", "given up"]  # waiting: for a contact window
    trial: Count  # of this start, from 1; 0: nothing has been sent
    trials: Count  # after which it is given up
    stands: bool  # keys are agreed: what is sent can be opened
    round_trip: Finite | None  # of the answer [s]; None: there was none


@on_wire("Uplink")
class Uplink(Message, frozen=True, tag=81):
    """Bridge to space segment: one space packet."""

    packet: bytes


@on_wire("Downlink")
class Downlink(Message, frozen=True, tag=82):
    """Space segment to bridge: one space packet."""

    packet: bytes


@on_wire("PassStart")
class PassStart(Message, frozen=True, tag=84):
    """Ground to spacecraft: begin a pass, under keys of its own (`telemetry.wire.protection.pass_start`)."""

    pass_id: Name
    nonce: PassNonce  # of the ground: another one in every life of the sender
    trial: Count  # of this life, from 1


@on_wire("PassAnswer")
class PassAnswer(Message, frozen=True, tag=85):
    """Spacecraft to ground: the pass has begun, and the arm is latched."""

    to: Name  # participant that asked
    pass_id: Name  # as asked
    nonce_ground: PassNonce  # as asked
    nonce: PassNonce  # of the spacecraft: another one for every pass
    trial: Count  # as asked
