"""`python -m ground` is `farhand`; with a name and its launch file it is the process of one participant."""

import importlib
import sys

from telemetry.agreed.participants import PARTICIPANTS

PROCESSES = {  # by role
    "space_segment": "telemetry.drive.role_process",
    "operator": "telemetry.drive.role_process",
    "image_monitor": "telemetry.drive.role_process",
    "console": "ground.console.application",  # a screen has a main loop of its own
}


def main(arguments: list[str]) -> int:
    """Run the process of a participant, or a command; return the exit code."""
    name, launch, *_ = [*arguments, "", ""]
    role = dict(PARTICIPANTS).get(name, "")
    process = PROCESSES.get(role) if launch.endswith(".json") else None  # `console` is a command, too
    code: int = importlib.import_module(process or "ground.cli").main(arguments)
    return code


sys.exit(main(sys.argv[1:]))
