"""`python -m ground` is `farhand`."""

import sys

from ground.cli import main

sys.exit(main())
