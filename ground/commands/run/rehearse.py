"""The command `farhand rehearse`: fly a scenario, in real or in virtual time, and show how it went."""

import sys
from argparse import Namespace
from pathlib import Path
from typing import get_args

import msgspec

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments, seed, whole
from ground.commands.end_page import leave_page
from ground.commands.output import STANDARD_OUTPUT, answer, check_new, check_place, write_json
from ground.debrief.read_page import read_page
from ground.rehearsal.live_flight import fly_live
from ground.rehearsal.roles import OperatorName, for_person
from ground.rehearsal.virtual_flight import Flight, fly
from ground.rehearsal.warming import compile_first
from ground.report.page.page_file import PAGE_ENDING, REPORT_FILE
from ground.report.progress_lines import compiled_line, show_progress, state_text
from ground.report.run_summary import Summary
from ground.report.start_table import show_start
from ground.report.summary_text import as_text, ended_line
from ground.report.terminal import Terminal, print_fitted
from ground.run.kept.known_runs import run_folders, runs_folder
from ground.run.kept.locks import is_orphaned
from ground.run.kept.usage_error import UsageError
from ground.run.processes.compiling import CompileProgress
from ground.run.processes.interrupts import CTRL_C, exit_code
from ground.run.processes.supervisor import StartError
from ground.scenario.scenario import load, shipped
from ground.scenario.scenario_table import DEPTH_MAX, DEPTH_MIN, PlantName, Scenario
from ground.screen import has_screen
from telemetry.agreed.run_settings import PolicyName
from telemetry.life.clock import utc_stamp

DEFAULT_SCENARIO = "observation_pass"
PERSON = "person"
NAME_COLUMNS = 24
BEFORE_FAST = "looks at the start pose and compiles kernels"


def rehearse(arguments: list[str]) -> int:
    """Fly one scenario and show how it went; 1: an expectation failed, 130 or 143: a signal ended it."""
    options = _rehearse_options().parse_args(arguments)
    check_place(options.json)
    if options.all:
        return _fly_all(options)
    options.scenario = options.scenario or DEFAULT_SCENARIO
    scenario = _scenario(options)
    if options.operator == PERSON:
        _refuse_without_a_person(options)
        scenario = for_person(scenario)
    if options.record:
        check_new(Path(options.record))
    try:
        summary = _fly_fast(scenario, options) if options.fast else _fly_live(scenario, options)
    except StartError as error:
        print_fitted(f"farhand: {error}", sys.stderr)
        return FAILED
    answer(summary, as_text(summary), options.json)
    if summary.recording and not options.no_report:
        _write_report(summary, options)
    if ended_by := summary.ended_by:
        print_fitted(f"farhand: {ended_line(ended_by, summary.recording)}", sys.stderr)
        return exit_code(ended_by.by or CTRL_C)
    return DONE if summary.ok else FAILED


def _write_report(summary: Summary, options: Namespace) -> None:
    recording = Path(summary.recording or "")
    place = Path(summary.run) / REPORT_FILE if summary.run else recording.with_suffix(PAGE_ENDING)
    leave_page(lambda: read_page([recording]), place, is_named=options.json != STANDARD_OUTPUT)


class AllFlights(msgspec.Struct, frozen=True, kw_only=True):
    """The summaries of all shipped scenarios."""

    ok: bool
    flights: list[Summary]


def _fly_all(options: Namespace) -> int:
    """Fly every shipped scenario in virtual time and show how each went; 1: an expectation failed."""
    if options.scenario or options.record or options.operator == PERSON:
        raise UsageError("--all: each shipped scenario is flown by its script; name none, nor a recording")
    flights: list[Summary] = []
    for options.scenario, _ in shipped():
        flights.append(_fly_fast(_scenario(options), options))
        if options.json != STANDARD_OUTPUT:
            print_fitted(f"{options.scenario:<{NAME_COLUMNS}}  {flights[-1].verdict}")
    is_ok = all(summary.ok for summary in flights)
    if options.json:
        write_json(options.json, AllFlights(ok=is_ok, flights=flights))
    return DONE if is_ok else FAILED


def _scenario(options: Namespace) -> Scenario:
    scenario = load(options.scenario)
    scenario = scenario.with_depth(options.depth) if options.depth else scenario
    return scenario.with_plant(options.plant) if options.plant else scenario


def _flight(options: Namespace, recording: Path | None) -> Flight:
    return Flight(
        seed=options.seed,
        policy=options.policy,
        cameras=not options.no_cameras,
        recording=recording,
        operator=options.operator,
        source=options.scenario,
    )


def _refuse_without_a_person(options: Namespace) -> None:
    """Refuse a run that no person could fly."""
    if options.fast:
        raise UsageError("--operator person: a person flies in real time; leave out --fast")
    if options.headless:
        raise UsageError("--operator person: nobody could fly without a console; leave out --headless")
    if not has_screen():
        raise UsageError("--operator person: nobody could fly, as no window can be opened here")


def _fly_fast(scenario: Scenario, options: Namespace) -> Summary:
    """Fly in virtual time."""
    name = f"{scenario.name}-{options.seed}-{utc_stamp()}.mcap"
    recording = Path(options.record) if options.record else runs_folder() / name
    check_new(recording)
    flight = _flight(options, recording)
    with Terminal() as terminal:
        terminal.begin_progress(BEFORE_FAST)

        def progress(at_s: float, state: str) -> None:
            terminal.show_progress(f"{at_s:6.1f} s  {state_text(state)}", state)

        def compiling(compiled: CompileProgress) -> None:
            terminal.show_progress(compiled_line(compiled), "compiling")

        compile_first(flight.source or scenario.name, cameras=flight.cameras, on_progress=compiling)
        return fly(scenario, flight, on_progress=progress)


def _fly_live(scenario: Scenario, options: Namespace) -> Summary:
    """Fly in real time, with the console if there is a screen for it."""
    recording = Path(options.record) if options.record else None
    flight = _flight(options, recording)
    _report_orphans()
    with Terminal() as terminal:
        return fly_live(
            scenario,
            flight,
            with_console=not options.headless and has_screen(),
            on_ready=lambda ready, run: show_start(terminal, ready, run),
            on_progress=lambda progress: show_progress(terminal, progress),
        )


def _report_orphans() -> None:
    """Warn that processes of earlier runs live without their supervisor, with the command that ends them."""
    orphans = [folder.name for folder in run_folders() if is_orphaned(folder)]
    if orphans:
        ways = " and ".join(f"`farhand stop --run {name}`" for name in orphans)
        print(f"farhand: a run lives on without its supervisor; end it with {ways}", file=sys.stderr)


def _rehearse_options() -> Arguments:
    options = Arguments(
        "rehearse",
        "Fly a scenario: all roles of the ground segment against a simulated spacecraft behind its link.",
    )
    options.add_argument(
        "scenario",
        nargs="?",
        help=f"a name from `farhand scenarios`, or a TOML file (default {DEFAULT_SCENARIO})",
    )
    options.add_argument("--all", action="store_true", help="every shipped scenario, in virtual time")
    options.add_argument("--fast", action="store_true", help="in virtual time: one thread, many times faster")
    options.add_argument("--headless", action="store_true", help="without a console")
    options.add_argument(
        "--operator",
        choices=get_args(OperatorName),
        default="script",
        help="who flies: the scenario's script, or a person at the console, by mouse and keyboard",
    )
    options.add_argument("--no-cameras", action="store_true", help="without pictures")
    _add_changes(options)
    options.add_argument("--seed", type=seed, default=1, help="of everything random (default 1)")
    options.add_argument(
        "--record", metavar="FILE", help="where the recording goes (default: the state folder)"
    )
    options.add_argument(
        "--no-report",
        action="store_true",
        help="without the page that explains the flight (`farhand report`)",
    )
    options.add_json("the summary", is_needed=True)
    return options


def _add_changes(options: Arguments) -> None:
    """Let the command line change a scenario."""
    options.add_argument(
        "--policy",
        choices=get_args(PolicyName),
        help="how the gate releases; refill (the published rule) and unchecked are there for comparison",
    )
    options.add_argument(
        "--depth",
        type=whole("depth", least=DEPTH_MIN, most=DEPTH_MAX),
        metavar="N",
        help="n_d: periods that a set-point waits in the queue (default: the scenario's)",
    )
    options.add_argument(
        "--plant",
        choices=get_args(PlantName),
        help="the spacecraft's body: physics, or kinematic, which has no dynamics (default: the scenario's)",
    )
