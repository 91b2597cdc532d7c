"""Telemetry, and the packets of the space link that carry it down and commands up."""

from telemetry.messages.base import (
    Count,
    Finite,
    Joints,
    Message,
    Name,
    Nanoseconds,
    Quaternion,
    Vector,
    on_wire,
)


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


@on_wire("RangeSample")
class RangeSample(Message, frozen=True, tag=83):
    """Spacecraft to ground, with each report of an arm that has a range sensor: what that measures."""

    sampled_ns: Nanoseconds  # spacecraft clock; that of the report
    distance: (
        Finite | None
    )  # of the nearest echo in its beam, from the sensor [m]; None: no echo in its range


@on_wire("Uplink")
class Uplink(Message, frozen=True, tag=81):
    """Bridge to space segment: one space packet."""

    packet: bytes


@on_wire("Downlink")
class Downlink(Message, frozen=True, tag=82):
    """Space segment to bridge: one space packet."""

    packet: bytes
