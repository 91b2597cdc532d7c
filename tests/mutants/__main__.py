"""How many of the wrong steps that a file could take do its tests find?

    python -m tests.mutants [FILES] [--tests PATHS] [--jobs N] [--longest S] [--most S] [--json FILE|-]

FILES are source files or folders; FILE:LINE asks for the mutants of one line.  Each mutant meets the tests
that reach its line, in memory: nothing is written.  Exit 1: a file is below the goal, or there are more
equivalents than there may be (`equivalent.toml`, beside this file).
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

from tests.mutants import score
from tests.mutants.run import run

SAFETY = (
    "haptics",
    "planner/teleoperation",
    "planner/gate",
    "predictor/verdict/judge.py",
    "telemetry/bridge_role.py",
    "ground/rehearsal/spacecraft/onboard.py",
    "ground/rehearsal/spacecraft/onboard_report.py",
    "ground/rehearsal/spacecraft/setpoint_buffer.py",
)
EQUIVALENTS = Path(__file__).with_name("equivalent.toml")


def main():
    options = _options()
    root = Path.cwd()
    lines = _lines(root, options.files or SAFETY)
    outcomes, not_asked = run(
        root,
        list(lines),
        tests=options.tests,
        wanted=lambda source, mutant: not lines[source.name].isdisjoint({None, mutant.line}),
        options={"jobs": options.jobs, "longest_s": options.longest, "most_s": options.most},
    )
    equivalents = score.read_equivalents(options.equivalents)
    rows = score.scores(outcomes, equivalents)
    left, _ = score.survivors(outcomes, equivalents)
    if options.json:
        _write(options.json, _as_data(rows, left, not_asked))
    if options.json != "-":
        _show(rows, left, not_asked)
    are_whole = all(None in each for each in lines.values())
    for each in score.out_of_date(outcomes, equivalents) if are_whole else []:
        print(f"out of date: {each.file}: {each.scope}: {each.change}", file=sys.stderr)
    return 0 if score.is_reached(rows) else 1


def _options():
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILES", help="files, folders or FILE:LINE")
    parser.add_argument("--tests", nargs="+", default=[], help="tests to ask (those of each file's package)")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at a time")
    parser.add_argument("--longest", type=float, default=5.0, help="longest test that is asked [s]")
    parser.add_argument("--most", type=float, default=30.0, help="of tests that a mutant meets [s]")
    parser.add_argument("--json", metavar="FILE|-", help="the result as JSON")
    parser.add_argument("--equivalents", type=Path, default=EQUIVALENTS, help="the list of equivalents")
    return parser.parse_args()


def _lines(root, places):
    """Return the names of all files, each with the lines that are asked for; None: all of them."""
    lines = defaultdict(set)
    for place in places:
        name, _, line = place.partition(":")
        found = sorted((root / name).rglob("*.py")) if (root / name).is_dir() else [root / name]
        if not all(file.is_file() for file in found):
            sys.exit(f"python -m tests.mutants: no file {name}")
        for file in found:
            if file.name != "__init__.py":
                lines[file.relative_to(root).as_posix()].add(int(line) if line else None)
    return lines


def _show(rows, left, not_asked):
    for row in rows:
        same = f", {row.equivalent} equivalent" if row.equivalent else ""
        print(f"{row.share:7.1%}  {row.file}: {row.killed} of {row.mutants} killed{same}")
    for each in left:
        print(f"{each.file}:{each.line}: {each.operator}: {each.change}")
    for why, count in Counter(not_asked.values()).items():
        print(f"{count} tests not asked: {why}")


def _as_data(rows, left, not_asked):
    *files, total = [{**row._asdict(), "score": row.share, "survivors": _of(row.file, left)} for row in rows]
    del total["survivors"]
    return {"goal": score.GOAL, "files": files, "all": total, "not_asked": not_asked}


def _of(file, left):
    return [
        {"line": each.line, "in": each.scope, "operator": each.operator, "change": each.change}
        for each in left
        if each.file == file
    ]


def _write(place, data):
    text = json.dumps(data, indent=1) + "\n"
    if place == "-":
        sys.stdout.write(text)
    else:
        Path(place).write_text(text)


if __name__ == "__main__":
    sys.exit(main())
