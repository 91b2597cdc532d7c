"""`python -P -m planner ROLE LAUNCH_FILE`: planner or gate in one process, in real time."""

import sys

from telemetry.runtime import main

sys.exit(main(sys.argv[1:]))
