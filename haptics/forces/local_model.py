"""What a local model asks of the device at a pose of the handle (`telemetry.messages.force` has the law)."""

from haptics.forces.wrench import ZERO, Shift, Wrench, dot, plus, times, turn_between
from telemetry.messages.base import Quaternion, Vector
from telemetry.messages.force import LocalModel, Wall


def model_wrench(model: LocalModel, p: Vector, quat: Quaternion, *, rates: Shift) -> Wrench:
    """Return the wrench at a pose of the handle that moves at these rates [m/s, rad/s]."""
    force = plus(model.force, plus(p, model.p_anchor, -1.0), -model.stiffness)
    force = plus(force, rates.along, -model.damping)
    torque = plus(model.torque, rates.about, -model.turning_damping)
    if model.turning_stiffness:
        torque = plus(torque, turn_between(model.quat_anchor, quat), -model.turning_stiffness)
    for wall in model.walls:
        force = plus(force, wall_force(wall, p, rates.along))
    return Wrench(force, torque)


def wall_force(wall: Wall, p: Vector, v: Vector) -> Vector:
    """Return the force of a wall on a hand at p: it pushes, and never pulls."""
    depth = dot(wall.normal, plus(wall.p_wall, p, -1.0))
    if depth <= 0.0:
        return ZERO
    return times(wall.normal, max(0.0, wall.stiffness * depth - wall.damping * dot(wall.normal, v)))
