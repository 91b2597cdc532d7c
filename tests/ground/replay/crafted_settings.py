"""Settings that a forged recording names: importing them by its word leaves a mark."""

import os
from pathlib import Path

Path(os.environ["FARHAND_TEST_MARK"]).touch()
Marks = list
