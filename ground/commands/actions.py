"""Commands in two words: `farhand NOUN ACTION ...`, where each action has a file and options of its own."""

from collections.abc import Mapping

from ground.cli import DONE, Command
from ground.report.listing import listing
from ground.report.terminal import print_fitted
from ground.run.kept.usage_error import UsageError
from telemetry.drive.factory import load
from telemetry.files.settings import nearest

HELP_WORDS = ("-h", "--help")
HELP = """\
usage: farhand {noun} ACTION FILE [OPTION ...]

{actions}

`farhand {noun} ACTION --help` tells more."""


def act(noun: str, actions: Mapping[str, Command], arguments: list[str]) -> int:
    """Do the action that the first argument names; without one, list them.

    Raises:
        UsageError: there is no such action.
    """
    action, *rest = arguments or HELP_WORDS[:1]
    if action in HELP_WORDS:
        rows = [(name, command.summary) for name, command in actions.items()]
        print_fitted(HELP.format(noun=noun, actions=listing(rows, indent="  ")))
        return DONE
    if action not in actions:
        raise UsageError(f"{noun}: unknown action {action!r}{nearest(action, [*actions])}")
    code: int = load(actions[action].function)(rest)
    return code
