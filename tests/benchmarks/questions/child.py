"""Where a child process of a benchmark finds what it imports: in this checkout, and nowhere else first."""

import os

from ground.run.kept.version import CHECKOUT


def of_checkout() -> dict[str, str]:
    """Return the environment of a child that imports from this checkout."""
    return {**os.environ, "PYTHONPATH": str(CHECKOUT.parent)}
