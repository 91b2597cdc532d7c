"""`farhand plan ACTION`: motions of an arm, before anybody flies them."""

from ground.cli import Command
from ground.commands.actions import act

# To add an action: its function in a file beside this one, and a row here.
ACTIONS = {
    "joint": Command(
        "ground.commands.motion.plan_motion:joint", "all joints at once to where they are wanted"
    ),
    "advise": Command(
        "ground.commands.motion.plan_advise:advise", "what the lock of each joint would cost a line"
    ),
    "line": Command("ground.commands.motion.plan_motion:line", "the tool along a straight line"),
    "arc": Command("ground.commands.motion.plan_motion:arc", "the tool along an arc"),
    "orbit": Command("ground.commands.motion.plan_motion:orbit", "the tool around a target that it faces"),
    "plane": Command("ground.commands.motion.plan_motion:plane", "the elbow turned, while the tool stays"),
    "show": Command(
        "ground.commands.motion.plan_show:show", "a plan as a picture, beside it one with joints locked"
    ),
}


def plan(arguments: list[str]) -> int:
    """Do one of the things that can be done with plans."""
    return act("plan", ACTIONS, arguments)
