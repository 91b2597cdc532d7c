"""`python -P -m haptics ROLE LAUNCH_FILE`: the handle in one process, in real time.

`python -P -m haptics handle DEVICE RUN_FOLDER`: the driver of a device beside it.
"""

import importlib
import signal
import sys

HANDLE = "handle"


def main() -> int:
    """Start the role, or the driver of a device; either is loaded only here, as that takes a second."""
    if sys.argv[1:2] == [HANDLE]:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # until the device is open there is nothing to let go
        code: int = importlib.import_module("haptics.commands.handle").main(sys.argv[2:])
    else:
        code = importlib.import_module("telemetry.drive.role_process").main(sys.argv[1:])
    return code


sys.exit(main())
