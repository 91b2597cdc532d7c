"""`farhand replay`: a recording on the screens again; counted; or its roles run again and compared."""

import json
import sys
from argparse import Namespace
from typing import Any

from ground.cli import DONE, FAILED, UsageError
from ground.commands.arguments import Arguments, real
from ground.commands.json_output import check_place, write_json
from ground.commands.progress import tell
from ground.replay.check import check
from ground.replay.counted import play_through
from ground.replay.live import play_live
from ground.report.terminal import Terminal, print_fitted
from ground.run.interrupts import exit_code
from ground.run.supervisor import StartError
from ground.screen import has_screen
from telemetry.recording.playback import about_of
from telemetry.recording.replay_settings import ReplaySettings

FROM = real("time", "s from the start", least=0.0, most=1e9)
MAX = 0.0  # as fast as possible
VERDICTS = {
    "SAME": "SAME: the roles that are run again decide as they did",
    "DIFFERENT": "NOT THE SAME: what is DIFFERENT tells where first",
    "NOT CHECKED": "NOT CHECKED: not everything could be run again",
}
SLOWEST, FASTEST = 0.01, 1000.0


def replay(arguments: list[str]) -> int:
    """Play a recording; exit code 1 if the screens would not be shown what was recorded.

    With `--check`: exit code 1 unless each life of the roles that are run again decides the same.
    """
    parser = _options()
    options = parser.parse_args(arguments)
    check_place(options.json)
    options.file = parser.recording(options)
    if options.check:
        return _checked(options)
    try:
        result = _played(options)
    except StartError as error:
        print_fitted(f"farhand: {error}", sys.stderr)
        return FAILED
    if options.json:
        write_json(options.json, result)
    if options.json != "-":
        print_fitted(_as_text(result))
    if by := result.get("ended_by"):
        print_fitted(f"farhand: {by} ended the replay; the recording is as it was", sys.stderr)
        return exit_code(by)
    return DONE if result.get("same", True) else FAILED


def _checked(options: Namespace) -> int:
    with Terminal() as terminal:
        terminal.begin("running the roles again from the recording")
        result = check(options.file)
    if options.json:
        write_json(options.json, result)
    if options.json != "-":
        print_fitted(_as_verdict(result))
    return DONE if result["ok"] else FAILED


def _played(options: Namespace) -> dict[str, Any]:
    if options.headless and options.speed == MAX:
        with Terminal() as terminal:
            terminal.begin("counting what the recording holds")
            return play_through(options.file, from_s=options.start)
    about_of(options.file)  # first: without the file, a screen would be of no use
    if not options.headless and not has_screen():
        raise UsageError("there is no screen here: add --headless (and --speed max to only count)")
    settings = ReplaySettings(recording=str(options.file), speed=options.speed, from_s=options.start)
    with Terminal() as terminal:
        return play_live(
            settings,
            with_console=not options.headless,
            tell=lambda progress: tell(terminal, progress),
        )


def _options() -> Arguments:
    options = Arguments("replay", "Play a recording on the same bus and screens, in mode replay.")
    options.add_recording()
    options.add_argument(
        "--speed", type=_speed, default=1.0, metavar="X|max", help="times real time (default 1)"
    )
    options.add_argument(
        "--from", dest="start", type=FROM, default=0.0, metavar="S", help="second of the run to begin at"
    )
    options.add_argument(
        "--check", action="store_true", help="run the roles that decide again, from the recording alone"
    )
    options.add_argument("--headless", action="store_true", help="without a console")
    options.add_json("what was played", is_needed=True)
    return options


def _speed(text: str) -> float:
    return MAX if text == "max" else TIMES(text)


TIMES = real("speed", "times real time, or max", least=SLOWEST, most=FASTEST)
_speed.__name__ = TIMES.__name__  # as a wrong one is told


def _as_text(result: dict[str, Any]) -> str:
    lines = []
    if "same" in result:
        verdict = "SAME" if result["same"] else "NOT THE SAME"
        verdict += ", as far as it can be read" if result["damage"] else ""
        count = sum(result["messages"].values())
        lines.append(
            f"{verdict}: {count} messages of {result['duration_s']:.1f} s, as the {result['screen']} got them"
        )
        lines += [f"  {name:<16} {number}" for name, number in result["messages"].items()]
        lines.append(f"sha256     {result['sha256']}")
    else:
        lines.append(f"played {result['sent']} messages, up to {json.dumps(result['at_s'])} s")
    if result["damage"]:
        lines.append(f"damage     {result['damage']}")
    return "\n".join(lines)


def _refused(row: dict[str, Any]) -> str:
    return f" refuses {row['refused']}," if row["refused"] else ""


def _as_verdict(result: dict[str, Any]) -> str:
    if result["refused"]:
        return f"{result['verdict']}: {result['refused']}"
    lines = [VERDICTS[result["verdict"]]]
    for row in result["roles"]:
        lines.append(
            f"  {row['outcome']:<11}  {row['participant']:<13}  life {row['life']}: given {row['inputs']},"
            f"{_refused(row)} says {row['said']}, {row['compared']} compared, {row['by_figures']} by figures"
        )
        if row["note"]:
            lines.append(f"    {row['note']}")
        if difference := row["difference"]:
            lines.append(f"    first difference at {difference['at_s']:.3f} s: {difference['what']}")
            lines += [f"      {name:<9}{difference[name]}" for name in ("recorded", "now")]
    if never := ", ".join(result["not_run_again"]):
        lines.append(f"never run again, and not compared: {never}")
    if result["elsewhere"]:
        lines.append(f"elsewhere  {result['elsewhere']}")
    if result["damage"]:
        lines.append(f"damage     {result['damage']}")
    return "\n".join(lines)
