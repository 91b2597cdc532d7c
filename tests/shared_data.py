"""Data that lie beside the repository, not in it: a test that needs them never vanishes in silence.

Where they are missing the test is skipped and says so; the checks of a change (`.ci/run`) take no skip.
"""

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared"


def shared_file(name: str) -> Path:
    """Return a file of the shared data, or skip the test that asks for it."""
    path = SHARED / name
    if not path.is_file():
        pytest.skip(f"shared data are not there: {path}; put them beside the repository")
    return path
