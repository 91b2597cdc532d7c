"""`farhand replay`: a recording on the screens again; counted; or its roles run again and compared."""

import json
import sys
from argparse import Namespace

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments, real
from ground.commands.output import answer, check_place
from ground.replay.check import Checked, CheckedLife, check
from ground.replay.counted_replay import CountedReplay, play_through
from ground.replay.live_replay import play_live
from ground.report.progress_lines import show_progress
from ground.report.terminal import Terminal, print_fitted
from ground.run.kept.usage_error import UsageError
from ground.run.processes.interrupts import exit_code
from ground.run.processes.supervisor import StartError
from ground.screen import has_screen
from telemetry.agreed.run_settings import ReplaySettings
from telemetry.recording.playback import about_of

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
    if options.at is not None and (options.start or options.check or options.headless):
        parser.error("--at shows an instant on the screens: leave out --from, --check and --headless")
    options.file = parser.recording(options)
    if options.check:
        return _checked(options)
    if options.headless and options.speed == MAX:
        return _counted(options)
    try:
        return _played(options)
    except StartError as error:
        print_fitted(f"farhand: {error}", sys.stderr)
        return FAILED


def _checked(options: Namespace) -> int:
    with Terminal() as terminal:
        terminal.begin_progress("running the roles again from the recording")
        result = check(options.file)
    answer(result, _as_verdict(result), options.json)
    return DONE if result.ok else FAILED


def _counted(options: Namespace) -> int:
    with Terminal() as terminal:
        terminal.begin_progress("counting what the recording holds")
        result = play_through(options.file, from_s=options.start)
    answer(result, _as_text(result), options.json)
    return DONE if result.same else FAILED


def _played(options: Namespace) -> int:
    about_of(options.file)  # first: without the file, a screen would be of no use
    if not options.headless and not has_screen():
        raise UsageError("there is no screen here: add --headless (and --speed max to only count)")
    settings = ReplaySettings(
        recording=str(options.file),
        speed=options.speed,
        from_s=options.start if options.at is None else options.at,
        is_playing=options.at is None,
    )
    with Terminal() as terminal:
        result = play_live(
            settings,
            with_console=not options.headless,
            on_progress=lambda progress: show_progress(terminal, progress),
        )
    lines = [f"played {result.sent} messages, up to {json.dumps(result.at_s)} s", *_damage(result.damage)]
    answer(result, "\n".join(lines), options.json)
    if result.ended_by:
        print_fitted(f"farhand: {result.ended_by} ended the replay; the recording is as it was", sys.stderr)
        return exit_code(result.ended_by)
    return DONE


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
        "--at",
        type=FROM,
        metavar="S",
        help="second of the run to show: the screens stand there until you play",
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
_speed.__name__ = TIMES.__name__  # as an error names it


def _as_text(result: CountedReplay) -> str:
    verdict = "SAME" if result.same else "NOT THE SAME"
    verdict += ", as far as it can be read" if result.damage else ""
    count = sum(result.messages.values())
    lines = [f"{verdict}: {count} messages of {result.duration_s:.1f} s, as the {result.screen} got them"]
    lines += [f"  {name:<16} {number}" for name, number in result.messages.items()]
    return "\n".join([*lines, f"sha256     {result.sha256}", *_damage(result.damage)])


def _damage(damage: str | None) -> list[str]:
    return [f"damage     {damage}"] if damage else []


def _as_verdict(result: Checked) -> str:
    if result.refused:
        return f"{result.verdict}: {result.refused}"
    lines = [VERDICTS[result.verdict], *(line for row in result.roles for line in _life(row))]
    if never := ", ".join(result.not_run_again):
        lines.append(f"never run again, and not compared: {never}")
    lines += [f"  {participant}: {why}" for participant, why in result.left_out.items()]
    if result.elsewhere:
        lines.append(f"elsewhere  {result.elsewhere}")
    return "\n".join([*lines, *_damage(result.damage)])


def _life(row: CheckedLife) -> list[str]:
    """Return what came of one life: a line, why it was not checked, and where it differs first."""
    refuses = f" refuses {row.refused}," if row.refused else ""
    lines = [
        f"  {row.outcome:<11}  {row.participant:<13}  life {row.life}: given {row.inputs},"
        f"{refuses} says {row.said}, {row.compared} compared, {row.by_figures} by figures"
    ]
    lines += [f"    {row.note}"] if row.note else []
    if difference := row.difference:
        lines.append(f"    first difference at {difference.at_s:.3f} s: {difference.what}")
        lines += [f"      recorded {difference.recorded}", f"      now      {difference.now}"]
    return lines
