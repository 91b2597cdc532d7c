"""The command `farhand campaign`: fly a scenario over seeds, with values and faults drawn for each."""

import os
from argparse import Namespace
from pathlib import Path
from typing import get_args

import msgspec

from ground.campaign.campaign_folder import CAMPAIGN, Campaign, CampaignFolder, usual_folder
from ground.campaign.campaign_page import read_campaign_page
from ground.campaign.chunks import plan_of, read_scenario
from ground.campaign.conductor import conduct, made, read_kinds
from ground.campaign.fly_seed import fly_seed
from ground.campaign.minimise import Minimised, minimise
from ground.campaign.progress import CampaignProgress, progress_on_file
from ground.campaign.result import ALL, command_of, result_of
from ground.campaign.result_text import as_text, flight_text, minimised_text
from ground.campaign.variations import read_variation
from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments, seed, whole
from ground.commands.end_page import leave_page
from ground.commands.output import STANDARD_OUTPUT, answer, check_new, check_place
from ground.rehearsal.warming import compile_first
from ground.report.page.page_file import PAGE_ENDING
from ground.report.progress_lines import compiled_line
from ground.report.terminal import Terminal
from ground.run.kept.usage_error import UsageError
from ground.run.processes.compiling import CompileProgress
from ground.scenario.scenario_table import PlantName

MOST_RUNS, MOST_JOBS = 1_000_000, 1024
USUAL_RUNS = 20


def campaign(arguments: list[str]) -> int:
    """Fly a campaign, or tell of one; 1: not all is flown, or something was found that must never be."""
    options = _options().parse_args(arguments)
    check_place(options.json)
    if (Path(options.scenario) / CAMPAIGN).exists() or options.progress:
        return _report(CampaignFolder(Path(options.scenario)), options)
    if options.only is not None and options.minimise is not None:
        raise UsageError("--only and --minimise: name one seed, and one of the two")
    if options.record:
        if options.only is None:
            raise UsageError("--record: a campaign keeps lines alone; name the seed to record with --only")
        check_new(Path(options.record))
    single = options.minimise if options.only is None else options.only
    seeds = range(options.seed, options.seed + options.runs) if single is None else range(single, single + 1)
    given = made(
        options.scenario,
        seeds=seeds,
        vary=[read_variation(each) for each in options.vary or ()],
        kinds=read_kinds(options.faults),
        plant=options.plant,
    )
    with Terminal() as terminal:

        def compiling(compiled: CompileProgress) -> None:
            terminal.show_progress(compiled_line(compiled), "compiling")

        compile_first(options.scenario, cameras=False, on_progress=compiling)
        if single is not None:
            return _single(given, options, terminal)
        return _fly(given, options, terminal)


def _report(folder: CampaignFolder, options: Namespace) -> int:
    """Tell of a campaign by its folder alone."""
    if options.progress:
        progress = progress_on_file(folder)
        answer(progress._asdict(), progress.text, options.json)
        return DONE
    result = result_of(folder)
    answer(result, as_text(result), options.json)
    return DONE if result.ok else FAILED


def _fly(given: Campaign, options: Namespace, terminal: Terminal) -> int:
    folder = CampaignFolder(Path(options.folder) if options.folder else usual_folder(given))

    def show(progress: CampaignProgress) -> None:
        terminal.show_progress(progress.text, "flies")

    terminal.show_event(f"flies into {folder.path} (`farhand campaign {folder.path} --progress`: how far)")
    conduct(given, folder, jobs=options.jobs, scheduler=options.scheduler, on_progress=show)
    result = result_of(folder)
    answer(result, as_text(result), options.json)
    if not options.no_report:
        place = (folder.path / CAMPAIGN).with_suffix(PAGE_ENDING)
        leave_page(lambda: read_campaign_page(folder), place, is_named=options.json != STANDARD_OUTPUT)
    return DONE if result.ok else FAILED


def _single(given: Campaign, options: Namespace, terminal: Terminal) -> int:
    """Fly one seed here, or cut its trouble down."""
    plan = plan_of(given, read_scenario(given), given.first_seed)
    terminal.begin_progress(f"flies seed {plan.seed}")
    if options.minimise is None:
        recording = Path(options.record) if options.record else None
        line = fly_seed(plan, recording=recording).line
        answer(line, flight_text(line), options.json)
        return FAILED if line.violations else DONE
    least = minimise(plan, lambda fewer: fly_seed(fewer).line)
    answer(_as_struct(least), minimised_text(least, command_of(given, plan.seed)), options.json)
    must_never_be = least.finding is not None and least.finding.kind == "violation"
    return FAILED if must_never_be else DONE


def _as_struct(least: Minimised) -> dict[str, object]:
    return {name: msgspec.to_builtins(value) for name, value in least._asdict().items()}


def _options() -> Arguments:
    options = Arguments(
        "campaign",
        "Fly a scenario many times in virtual time, over seeds, values and faults; go on where it ended.",
    )
    options.add_argument(
        "scenario",
        help="a name from `farhand scenarios`, a TOML file, or the folder of a campaign",
    )
    options.add_argument(
        "--runs",
        type=whole("runs", least=1, most=MOST_RUNS),
        default=USUAL_RUNS,
        metavar="N",
        help=f"flights (default {USUAL_RUNS})",
    )
    options.add_argument(
        "--vary",
        action="append",
        metavar="KEY=FROM..TO",
        help="a number that each seed draws: delay (round trip), or a key of [link], [commanding], [truth]",
    )
    options.add_argument(
        "--faults", default="none", metavar="KINDS", help=f"{ALL}, none (default), or kinds: killed,frozen"
    )
    _add_workers(options)
    _add_single(options)
    options.add_argument(
        "--no-report", action="store_true", help="without the page that explains it (`farhand report`)"
    )
    options.add_json("the result", is_needed=True)
    return options


def _add_workers(options: Arguments) -> None:
    """Let the command line say which seeds are flown, by how many, and where they are kept."""
    options.add_argument("--seed", type=seed, default=1, metavar="S", help="the first seed (default 1)")
    options.add_argument(
        "--jobs",
        type=whole("jobs", least=1, most=MOST_JOBS),
        default=len(os.sched_getaffinity(0)),
        metavar="J",
        help="worker processes (default: one for each processor)",
    )
    options.add_argument(
        "--plant",
        choices=get_args(PlantName),
        default="kinematic",
        help="the spacecraft's body: kinematic, without dynamics (default), or physics",
    )
    options.add_argument(
        "--scheduler", metavar="ADDRESS", help="fly on the workers of a Dask scheduler: tcp://HOST:8786"
    )
    options.add_argument("--folder", metavar="FOLDER", help="where it lies (default: in the state folder)")
    options.add_argument("--progress", action="store_true", help="how far the campaign of a folder is")


def _add_single(options: Arguments) -> None:
    """Let the command line name one seed."""
    options.add_argument("--only", type=seed, metavar="SEED", help="fly this seed alone, here")
    options.add_argument("--record", metavar="FILE", help="with --only: keep its recording")
    options.add_argument(
        "--minimise", type=seed, metavar="SEED", help="cut the faults of this seed down to what it needs"
    )
