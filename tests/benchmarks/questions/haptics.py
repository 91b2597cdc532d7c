"""The loop beside a device: measured in a process of its own, told as rows beside what is asked."""

import subprocess
import sys

import msgspec

from tests.benchmarks.questions.child import of_checkout
from tests.benchmarks.telling.rows import Row

CODE = "from tests.benchmarks.questions.loop_timing import tell; tell({seconds!r})"
LINE = "haptics"


class Figure(msgspec.Struct, frozen=True):
    """One time that the process has told."""

    case: str
    us: float
    asked_us: float | None
    words: str
    note: str

    def row(self) -> Row:
        """Return it as a row of the bench."""
        return {
            "id": LINE,
            "case": self.case,
            "ours": self.case,
            "ours_us": float(f"{self.us:.4g}"),
            "peer": None,
            "peer_us": None,
            "ratio": None,
            "target": {"words": self.words, "us": self.asked_us, "ratio": None},
            "ok": None if self.asked_us is None else self.us <= self.asked_us,
            "note": self.note,
        }


def measured(seconds: float) -> list[Row]:
    """Run the loop for so long, then ask what its parts cost."""
    command = [sys.executable, "-P", "-c", CODE.format(seconds=seconds)]
    told = subprocess.run(command, env=of_checkout(), check=True, capture_output=True).stdout
    return [figure.row() for figure in msgspec.json.decode(told, type=list[Figure])]
