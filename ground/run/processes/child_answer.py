"""A question that a process of its own answers: asked here, it could end this one, or load too much."""

import subprocess
import sys
from collections.abc import Mapping
from typing import NamedTuple

from ground.run.processes.process import child_environment

NO_ANSWER = "it gave no answer"
LONGEST_COMPLAINT = 200  # characters


class ChildAnswer(NamedTuple):
    """What a child has answered."""

    text: str | None  # None: it has not
    complaint: str = ""  # why not


def child_answer(code: str, environment: Mapping[str, str], *, patience_s: float) -> ChildAnswer:
    """Run a line of Python in a child, with these variables too, and return what it prints."""
    try:
        child = subprocess.run(
            [sys.executable, "-P", "-c", code],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={**child_environment(), **environment},
            timeout=patience_s,
            check=False,
        )
    except OSError as error:
        return ChildAnswer(None, error.strerror or NO_ANSWER)
    except subprocess.TimeoutExpired:
        return ChildAnswer(None, f"{NO_ANSWER} within {patience_s:g} s")
    if child.returncode == 0:
        return ChildAnswer(child.stdout.decode(errors="replace"))
    return ChildAnswer(None, _complaint(child.stderr) or f"it ended with {child.returncode}")


def _complaint(output: bytes) -> str:
    """Return the line of an error output that says most: of a traceback the last, of Qt the first."""
    lines = [line.strip() for line in output.decode(errors="replace").splitlines() if line.strip()]
    is_traceback = any(line.startswith("Traceback") for line in lines)
    return lines[-1 if is_traceback else 0][:LONGEST_COMPLAINT] if lines else ""
