"""`python -m ground` is `farhand`; with a role's name and its launch file it is one process of a run."""

import importlib
import sys

PROCESSES = {
    "space_segment": "telemetry.drive.role_process",
    "operator": "telemetry.drive.role_process",
    "image_monitor": "telemetry.drive.role_process",
    "console": "ground.console.application",  # a screen has a main loop of its own
}


def main(arguments: list[str]) -> int:
    """Run the process of a role, or a command; return the exit code."""
    role, launch, *_ = [*arguments, "", ""]
    process = PROCESSES.get(role) if launch.endswith(".json") else None  # `console` is a command, too
    code: int = importlib.import_module(process or "ground.cli").main(arguments)
    return code


sys.exit(main(sys.argv[1:]))
