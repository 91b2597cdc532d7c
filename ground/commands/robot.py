"""`farhand robot ACTION FILE`: what can be done with the file of an arm; each action has its own options."""

from ground.cli import DONE, Command, UsageError
from ground.listing import listing
from ground.report.terminal import print_fitted
from telemetry.drive.factory import load
from telemetry.settings import nearest

# To add an action: its function in a file beside this one, and a row here.
ACTIONS = {
    "check": Command("ground.commands.robot_check:check", "what the file says, what is missing or doubtful"),
    "import": Command("ground.commands.robot_import:import_robot", "a robot file of a URDF or a DH table"),
    "fit": Command("ground.commands.robot_fit:fit_robot", "fit volumes around its parts, by each method"),
}
HELP_WORDS = ("-h", "--help")
HELP = """\
usage: farhand robot ACTION FILE [OPTION ...]

{actions}

`farhand robot ACTION --help` tells more."""


def robot(arguments: list[str]) -> int:
    """Do one of the things that can be done with a robot file."""
    action, *rest = arguments or HELP_WORDS[:1]
    if action in HELP_WORDS:
        rows = [(name, command.summary) for name, command in ACTIONS.items()]
        print_fitted(HELP.format(actions=listing(rows, indent="  ")))
        return DONE
    if action not in ACTIONS:
        raise UsageError(f"robot: unknown action {action!r}{nearest(action, [*ACTIONS])}")
    code: int = load(ACTIONS[action].function)(rest)
    return code
