"""`python -P -m planner ROLE LAUNCH_FILE`: planner or gate in one process, in real time."""

import sys

from telemetry.drive.role_process import main

sys.exit(main(sys.argv[1:]))
