"""What the guide holds of the invariants: their tests by kind, how many cases and states, when they last ran.

`python -m tests.ground.guide.invariants [FILE ...]` runs them, all or those of some files, and keeps what
came of each beside this file; then `python -m tests.ground.guide.make` writes the page.
"""

import json
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from pathlib import Path

from tests.invariants import INVARIANTS, Missing, keywords

KEPT = Path(__file__).with_name("invariants.json")
ROOT = Path(__file__).resolve().parents[3]
FLIGHTS = "10"  # of the attack


def run(files):
    """Run the tests of all invariants, or those in some files, and keep what came of them."""
    every = sorted({f"tests/{test.partition('::')[0]}" for test in keywords()})
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        chosen = ["-k", "invariant_", "-m", "not gl and not sweep", "--flights", FLIGHTS, "-n", "2"]
        command = [sys.executable, "-m", "pytest", *chosen, f"--junitxml={report}", *(files or every)]
        subprocess.run(command, cwd=ROOT)
        keep(read(ET.parse(report), time.strftime("%Y-%m-%d", time.gmtime())))


def keep(outcomes):
    """Keep outcomes of tests beside those of others that ran before."""
    before = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    kept = {test: row for test, row in sorted((before | outcomes).items()) if test in keywords()}
    KEPT.write_text(json.dumps(kept, indent=1) + "\n")


def read(report, date):
    """Return of each test how many of its cases passed, and how many states they went through."""
    found = {}
    for case in report.iter("testcase"):
        if not case.get("classname"):
            continue  # of a run that was interrupted: no test
        path = case.get("classname").removeprefix("tests.").replace(".", "/")
        name = case.get("name").partition("[")[0].partition("@")[0]
        row = found.setdefault(f"{path}.py::{name}", {"date": date, "cases": 0, "passed": 0, "states": 0})
        row["cases"] += 1
        row["passed"] += not any(case.find(how) is not None for how in ("failure", "error", "skipped"))
        for each in case.iter("property"):
            row["states"] += int(each.get("value")) if each.get("name") == "states" else 0
    return found


def table():
    """Return the table of the invariants."""
    kept = json.loads(KEPT.read_text())
    dates = sorted({row["date"] for row in kept.values()})
    ran = " to ".join(dict.fromkeys([dates[0], dates[-1]]))
    lines = [f"Last run: {ran}.", "", "| | by | cases | in `tests/` |", "|---|---|---|---|"]
    for number, row in INVARIANTS.items():
        lines.append(f"| **{number}** | | | **{row.text}** |")
        lines += [_line(kind, tests, kept) for kind, tests in row.tests.items()]
    return "\n".join(lines)


def _line(kind, tests, outcomes):
    if isinstance(tests, Missing):
        return f"| | {kind} | open | {tests} |"
    files = ", ".join(dict.fromkeys(f"`{test.partition('::')[0]}`" for test in tests))
    return f"| | {kind} | {_count(tests, outcomes)} | {files} |"


def _count(tests, outcomes):
    """Return how many cases of some tests passed, and what is missing of them."""
    rows = [outcomes[test] for test in tests if test in outcomes]
    cases, passed, states = (sum(row[key] for row in rows) for key in ("cases", "passed", "states"))
    parts = [f"{passed} of {cases} passed" if passed < cases else f"{cases}"] if rows else []
    parts += [f"{states} states"] if states else []
    idle = len(tests) - len(rows)
    parts += [f"{idle} not run" if rows else "not run"] if idle else []
    return ", ".join(parts)


if __name__ == "__main__":
    run(sys.argv[1:])
