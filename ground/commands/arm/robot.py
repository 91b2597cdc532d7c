"""`farhand robot ACTION FILE`: what can be done with the file of an arm; each action has its own options."""

from ground.cli import Command
from ground.commands.actions import act

# To add an action: its function in a file beside this one, and a row here.
ACTIONS = {
    "check": Command(
        "ground.commands.arm.robot_check:check", "what the file says, what is missing or doubtful"
    ),
    "import": Command(
        "ground.commands.arm.robot_import:import_robot", "a robot file of a URDF or a DH table"
    ),
    "fit": Command("ground.commands.arm.robot_fit:fit_robot", "fit volumes around its parts, by each method"),
}


def robot(arguments: list[str]) -> int:
    """Do one of the things that can be done with a robot file."""
    return act("robot", ACTIONS, arguments)
