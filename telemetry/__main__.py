"""`python -P -m telemetry ROLE LAUNCH_FILE`: bridge, recorder or replay in one process, in real time."""

import sys

from telemetry.drive.role_process import main

sys.exit(main(sys.argv[1:]))
