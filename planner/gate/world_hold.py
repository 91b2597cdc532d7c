"""When the gate itself asks for HOLD: the arm or its base is not where it was commanded to be.

    the base is elsewhere, once for each event --------> HOLD, to bridge and space side
    a joint is found to fail, or the arm pressed ------> the same
    r is not where a failed joint stands, nothing held --> the same, as after a restart

Only a latch makes r the pose that is reported: without it nothing could ever be armed again.
"""

from planner.gate.set_points.policy import Doubt
from planner.gate.state import GateState
from telemetry.agreed.limits import STANDS_RAD
from telemetry.agreed.reasons import Reason
from telemetry.messages.prediction import World

ENDS_BY_HOLD = (
    Reason.BASE_ELSEWHERE,
    Reason.JOINT_LOCKED,
    Reason.JOINT_SLIPPING,
    Reason.NOT_FOLLOWING,
    Reason.CONTACT_NOW,
)


def hold_doubt(gate: GateState, world: World, *, is_new: bool) -> Doubt | None:
    """Return why HOLD is to be asked for, or None.

    Args:
        gate: that has taken the world.
        world: of which the predictor speaks now.
        is_new: it has spoken of another one before.
    """
    newest = gate.watch.newest
    if gate.ledger.is_open("hold") or newest is None or newest.latched:
        return None
    if is_new and world.reason in set(ENDS_BY_HOLD):
        return Doubt(Reason(world.reason), world.detail)
    return Doubt(Reason.JOINT_LOCKED, world.detail) if _stands_elsewhere(gate) else None


def _stands_elsewhere(gate: GateState) -> bool:
    """True if r, at rest, is not where a joint that fails stands."""
    r = gate.stream.r
    if r is None or not r.at_rest:
        return False
    return any(abs(r.q[joint] - q) >= STANDS_RAD for joint, q in gate.watch.locked.items())
