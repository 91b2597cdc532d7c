"""`farhand scene ACTION FILE`: what can be done with the file of a scene; each action has its own options."""

from ground.cli import DONE, Command, UsageError
from ground.listing import listing
from ground.report.terminal import print_fitted
from telemetry.drive.factory import load
from telemetry.settings import nearest

# To add an action: its function in a file beside this one, and a row here.
ACTIONS = {
    "check": Command(
        "ground.commands.scene_check:check", "what a scene or a mesh holds, what is doubtful, how an arm fits"
    ),
}
HELP_WORDS = ("-h", "--help")
HELP = """\
usage: farhand scene ACTION FILE [OPTION ...]

{actions}

`farhand scene ACTION --help` tells more."""


def scene(arguments: list[str]) -> int:
    """Do one of the things that can be done with a scene file."""
    action, *rest = arguments or HELP_WORDS[:1]
    if action in HELP_WORDS:
        rows = [(name, command.summary) for name, command in ACTIONS.items()]
        print_fitted(HELP.format(actions=listing(rows, indent="  ")))
        return DONE
    if action not in ACTIONS:
        raise UsageError(f"scene: unknown action {action!r}{nearest(action, [*ACTIONS])}")
    code: int = load(ACTIONS[action].function)(rest)
    return code
