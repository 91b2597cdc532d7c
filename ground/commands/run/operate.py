"""The command `farhand operate`: a station's ground segment, against a spacecraft that is elsewhere.

--json  the keys of `Operated`
"""

import sys
from argparse import Namespace
from pathlib import Path

import msgspec

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments
from ground.commands.end_page import leave_page
from ground.commands.output import STANDARD_OUTPUT, answer, check_place
from ground.debrief.read_page import read_page
from ground.report.page.page_file import REPORT_FILE
from ground.report.pass_figures import Flown, PassFigures, pass_figures
from ground.report.progress_lines import show_progress
from ground.report.run_summary import given_up
from ground.report.start_table import show_start
from ground.report.summary_text import pass_lines
from ground.report.terminal import Terminal, print_fitted
from ground.run.kept.history import EndedBy
from ground.run.kept.locks import SUPERVISOR
from ground.run.life import run_processes
from ground.run.live_run import LiveRun
from ground.run.prepared import prepared
from ground.run.processes.compiling import KernelPart
from ground.run.processes.interrupts import exit_code
from ground.run.processes.process import ProcessRow
from ground.run.processes.supervisor import StartError
from ground.screen import has_screen
from ground.station.operation import UNAUTHENTICATED, Asked, Operation, operation
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.clock import utc_ns_in
from telemetry.recording.writing.mcap_file import DEFAULT_FILE

MODEL = "ground.station.operation:check_model"
BANNER = "UNAUTHENTICATED: whoever is on this network can command this rehearsal"
RED, PLAIN = "\033[1;37;41m", "\033[0m"


class Operated(msgspec.Struct, frozen=True, kw_only=True):
    """How operating a station from this host ended."""

    station: str
    mode: str
    run: str  # folder
    run_id: str
    host: str | None  # None: the station has only one
    duration_s: float  # since the beginning
    recording: str | None  # None: the recorder is on another host
    ok: bool = True
    ended_by: EndedBy | None  # with what became of its HOLD
    processes: list[ProcessRow]
    figures: PassFigures | None  # None: the recorder is on another host


def operate(arguments: list[str]) -> int:
    """Operate a station until a person ends it; exit code 4: it would not be safe, 130: Ctrl-C ended it."""
    options = _options().parse_args(arguments)
    check_place(options.json)
    asked = Asked(Path(options.station), options.host, options.begin, options.unauthenticated)
    with_console = not options.headless and has_screen()
    station = operation(asked, with_console=with_console)
    try:
        operated = _operated(station, options)
    except StartError as error:
        print_fitted(f"farhand: {error}", sys.stderr)
        return FAILED
    answer(operated, _as_text(operated), options.json)
    if operated.recording and not options.no_report:
        recording, place = Path(operated.recording), Path(operated.run) / REPORT_FILE
        leave_page(lambda: read_page([recording]), place, is_named=options.json != STANDARD_OUTPUT)
    return exit_code(operated.ended_by.by) if operated.ended_by else DONE


def _operated(operation: Operation, options: Namespace) -> Operated:
    plan = operation.plan
    check = KernelPart(MODEL, (options.station, str(plan.folder.launch(plan.supervisor))))
    with Terminal() as terminal, prepared(plan) as ready:
        if options.unauthenticated and not operation.station.keys:
            terminal.show_event(_banner(sys.stderr.isatty()))
        show_start(terminal, ready, operation.run)
        with run_processes(
            ready,
            lambda progress: show_progress(terminal, progress),
            is_over=lambda live: False,
            check=check,
            failed=given_up,
        ) as live:
            operated = _outcome(operation, live, options.host)
            live.files.write(plan.folder.summary, msgspec.json.format(msgspec.json.encode(operated)))
            return operated


def _banner(is_terminal: bool) -> str:
    return f"{RED} {BANNER} {PLAIN}" if is_terminal else f"!!! {BANNER}"


def _outcome(operation: Operation, live: LiveRun, host: str | None) -> Operated:
    recording = live.plan.folder.path / DEFAULT_FILE
    return Operated(
        station=operation.station.name,
        mode=operation.run.mode,
        run=str(live.plan.folder.path),
        run_id=operation.run.run_id,
        host=host,
        duration_s=round(live.clock.now_ns() / NS_PER_S, 3),
        recording=str(recording) if recording.exists() else None,
        ended_by=_ended_by(live),
        processes=[child.row for child in live.supervisor.children],
        figures=_figures(operation, live, recording) if recording.exists() else None,
    )


def _figures(operation: Operation, live: LiveRun, recording: Path) -> PassFigures:
    def look(at_ns: int) -> None:
        live.summed_s = at_ns / NS_PER_S
        live.publish_if_due()

    processes = [child.row for child in live.supervisor.children]
    return pass_figures(Flown(operation.run, processes, operation.station.pictures), recording, look)


def _ended_by(live: LiveRun) -> EndedBy | None:
    if not live.interrupted_by:
        return None
    at_s = round(live.clock.now_ns() / NS_PER_S, 3)
    return EndedBy(at_s=at_s, who=SUPERVISOR, by=live.interrupted_by, became=live.arm_outcome)


def _as_text(operated: Operated) -> str:
    figures, seconds = operated.figures, operated.duration_s
    verdict = f"{figures.verdict}: " if figures else ""
    lines = [f"{verdict}{operated.station} was operated for {seconds:.0f} s", *_ending(operated)]
    lines += pass_lines(figures) if figures else []
    return "\n".join([*lines, f"recording  {operated.recording or 'on another host'}"])


def _ending(operated: Operated) -> list[str]:
    became = [f"  {operated.ended_by.became}"] if operated.ended_by else []
    return became + [f"  {row.role} died: {death}" for row in operated.processes for death in row.deaths]


def _options() -> Arguments:
    options = Arguments(
        "operate", "Operate a station: the ground segment against a spacecraft that is elsewhere."
    )
    options.add_argument("station", metavar="STATION", help="station file, *.toml (`farhand guide operate`)")
    options.add_argument("--host", metavar="NAME", help="which host of the station this is")
    options.add_argument(
        "--begin",
        type=_instant,
        metavar="UTC",
        help="time zero, as 2026-11-24T10:00:00Z; the same on every host of a station that has several",
    )
    options.add_argument("--headless", action="store_true", help="without a console")
    options.add_argument(
        UNAUTHENTICATED,
        dest="unauthenticated",
        action="store_true",
        help="let a station without keys use a network; whoever is on it can command (mode rehearsal only)",
    )
    options.add_argument(
        "--no-report", action="store_true", help="without the page that explains the pass (`farhand report`)"
    )
    options.add_json("how it ended", is_needed=True)
    return options


def _instant(text: str) -> int:
    """Return an instant of UTC as a person writes it [ns since 1970]."""
    return utc_ns_in(text)


_instant.__name__ = "instant (UTC, as 2026-11-24T10:00:00Z)"  # as an error names it
