"""A stored plan judged again with each joint locked in turn where the plan starts: does it survive that?"""

import msgspec

from planner.commands.flown_legs import PlanAsked, flown_legs
from planner.motion.rates import chain_of
from predictor.run_model import read_model
from telemetry.messages.plan import PlanRefused
from telemetry.plan.judged import JudgedAgain


def judged_again(asked: PlanAsked) -> tuple[JudgedAgain, ...]:
    """Judge a plan with each joint that carries the tool locked in turn.

    Raises:
        FileError: the robot or scene file cannot be used.
    """
    robot = read_model(asked.settings).robot
    rows = zip(robot.commanded, chain_of(robot).carries, strict=True)
    return tuple(_judged(asked, joint.name) for joint, carries in rows if carries)


def _judged(asked: PlanAsked, joint: str) -> JudgedAgain:
    legs = list(flown_legs(msgspec.structs.replace(asked, locked=(joint,))))
    refused = next((leg.planned for leg in legs if not leg.is_as_asked), None)
    reason = refused.detail or refused.reason if isinstance(refused, PlanRefused) else ""
    losses = tuple(f"step {leg.asked.step}, {loss}" for leg in legs for loss in leg.losses)
    return JudgedAgain(plan=asked.name, joint=joint, ok=refused is None, reason=reason, losses=losses)
