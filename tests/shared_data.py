"""Data that lie beside the repository, not in it: a test that needs them never vanishes in silence.

Where the checks of a change run (`.ci/run`, or any runner that sets CI) their absence is a failure; elsewhere
the test is skipped, and says what is missing.
"""

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared"
CHECKS = ("FARHAND_CI", "CI")  # variables of the environment in which every test must run


def shared_file(name: str) -> Path:
    """Return a file of the shared data; its absence skips the test, or fails it where every test must run."""
    path = SHARED / name
    if not path.is_file():
        missing = f"shared data are not there: {path}; put them beside the repository"
        if any(os.environ.get(check) for check in CHECKS):
            pytest.fail(missing, pytrace=False)
        pytest.skip(missing)
    return path
