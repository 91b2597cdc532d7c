"""`farhand scene ACTION FILE`: what can be done with the file of a scene; each action has its own options."""

from ground.cli import Command
from ground.commands.actions import act

# To add an action: its function in a file beside this one, and a row here.
ACTIONS = {
    "check": Command(
        "ground.commands.arm.scene_check:check",
        "what a scene or a mesh holds, what is doubtful, how an arm fits",
    ),
}


def scene(arguments: list[str]) -> int:
    """Do one of the things that can be done with a scene file."""
    return act("scene", ACTIONS, arguments)
