"""The commands that people type: parse, carry out, print, answer with an exit code."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from ground.arguments import Arguments
from ground.cli import DONE, FAILED, UsageError
from ground.rehearsal.flight import Flight, fly
from ground.report.summary import as_text
from ground.scenario import load, shipped
from telemetry.clock import utc_stamp
from telemetry.settings import FileError

DEFAULT_SCENARIO = "observation_pass"
REAL_TIME = "real time needs the roles as separate processes, which this version does not have: add --fast"


def rehearse(arguments: list[str]) -> int:
    """Fly one scenario and say how it went; exit code 1 if an expectation failed."""
    options = _rehearse_options().parse_args(arguments)
    if not options.fast:
        raise UsageError(REAL_TIME)
    scenario = load(options.scenario)
    name = f"{scenario.name}-{options.seed}-{utc_stamp()}"
    recording = Path(options.record) if options.record else _runs_folder() / f"{name}.farhand"
    _refuse_overwriting(recording)
    flight = Flight(seed=options.seed, policy=options.policy, recording=recording)
    summary = fly(scenario, flight, progress=_progress if sys.stderr.isatty() else None)
    if options.json != "-":
        print(as_text(summary))
    if options.json:
        _write_json(options.json, summary)
    return DONE if summary["ok"] else FAILED


def scenarios(arguments: list[str]) -> int:
    """List the shipped scenarios."""
    Arguments("scenarios", "List the scenarios that come with farhand.").parse_args(arguments)
    rows = shipped()
    width = max(len(name) for name, _ in rows)
    for name, summary in rows:
        print(f"{name:<{width}}  {summary}")
    return DONE


def _rehearse_options() -> Arguments:
    options = Arguments(
        "rehearse",
        "Fly a scenario: all roles of the ground segment against a simulated spacecraft behind its link.",
    )
    options.add_argument(
        "scenario",
        nargs="?",
        default=DEFAULT_SCENARIO,
        help=f"a name from `farhand scenarios`, or a TOML file (default {DEFAULT_SCENARIO})",
    )
    options.add_argument("--fast", action="store_true", help="in virtual time: one thread, many times faster")
    options.add_argument("--headless", action="store_true", help="without a console")
    options.add_argument("--no-cameras", action="store_true", help="without pictures")
    options.add_argument(
        "--policy",
        choices=("watermark", "refill", "unchecked"),
        help="how the gate releases; refill (the published rule) and unchecked are there for comparison",
    )
    options.add_argument("--seed", type=_seed, default=1, help="of everything random (default 1)")
    options.add_argument(
        "--record", metavar="FILE", help="where the recording goes (default: the state folder)"
    )
    options.add_argument("--json", metavar="FILE", help="write the summary as JSON; - for standard output")
    return options


def _seed(text: str) -> int:
    value = int(text)
    if not 0 <= value < 2**63:
        raise ValueError
    return value


_seed.__name__ = "seed (0 to 2^63 - 1)"


def _runs_folder() -> Path:
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "farhand" / "runs"


def _refuse_overwriting(recording: Path) -> None:
    if recording.exists():
        raise FileError(recording, "", "exists already; name another file or move it away")


def _write_json(target: str, summary: dict[str, Any]) -> None:
    text = json.dumps(summary, indent=2, allow_nan=False) + "\n"
    if target == "-":
        sys.stdout.write(text)
        return
    try:
        Path(target).write_text(text)
    except OSError as error:
        raise FileError(target, "", f"cannot be written ({error.strerror})") from None


def _progress(at_s: float, what: str) -> None:
    print(f"\r\033[K{at_s:6.1f} s  {what}", end="" if what else "\r\033[K", file=sys.stderr, flush=True)
