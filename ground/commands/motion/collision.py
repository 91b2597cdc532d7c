"""`farhand collision ACTION`: what collision methods make of a motion; each action has its own options."""

from ground.cli import Command
from ground.commands.actions import act

# To add an action: its function in a file beside this one, and a row here.
ACTIONS = {
    "compare": Command(
        "ground.commands.motion.collision_compare:compare",
        "all collision methods along one motion: near, when, cost",
    ),
}


def collision(arguments: list[str]) -> int:
    """Do one of the things that can be done with collision methods."""
    return act("collision", ACTIONS, arguments)
