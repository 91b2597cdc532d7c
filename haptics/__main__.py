"""`python -P -m haptics ROLE LAUNCH_FILE`: the handle in one process, in real time."""

import sys

from telemetry.drive.role_process import main

sys.exit(main(sys.argv[1:]))
