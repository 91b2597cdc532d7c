"""Fly a campaign into its folder: begin it or go on, until every seed is flown or given up."""

from collections.abc import Callable, Collection, Iterable
from pathlib import Path

from ground.campaign.campaign_folder import Campaign, CampaignFolder, Session, this_software
from ground.campaign.chunks import content_of
from ground.campaign.cluster import Cluster
from ground.campaign.flown_seed import FlownSeed
from ground.campaign.progress import CONDUCTOR, CampaignProgress, FlownCounts, progress_of
from ground.campaign.result import ALL
from ground.campaign.variations import Variation, check_variations
from ground.campaign.workers import Workers
from ground.faults.fault_seams import FAULT_KINDS
from ground.run.kept.locks import held, lock_path
from ground.run.kept.usage_error import UsageError
from ground.run.processes.interrupts import CTRL_C, Interrupted
from ground.scenario.preflight import check_start_pose
from ground.scenario.scenario import load, run_settings
from ground.scenario.scenario_files import scenario_path
from ground.scenario.scenario_table import PlantName
from telemetry.files.settings import FileError, nearest
from telemetry.life.clock import monotonic_ns

NONE = "none"
OnProgress = Callable[[CampaignProgress], None]


def read_kinds(text: str) -> tuple[str, ...]:
    """Return the kinds of faults that `all`, `none` or a list names; UsageError: there is no such kind."""
    if text in (ALL, NONE):
        return tuple(FAULT_KINDS) if text == ALL else ()
    given = [kind.strip() for kind in text.split(",")]
    for kind in given:
        if kind in (ALL, NONE):
            raise UsageError(f"--faults {text}: {kind} stands alone; name it, or kinds of faults")
        if kind not in FAULT_KINDS:
            known = [ALL, NONE, *FAULT_KINDS]
            raise UsageError(f"--faults {text}: there is no fault {kind!r}{nearest(kind, known)}")
    return tuple(kind for kind in FAULT_KINDS if kind in given)


def made(
    source: str,
    *,
    seeds: range,
    vary: Iterable[Variation] = (),
    kinds: tuple[str, ...] = (),
    plant: PlantName = "kinematic",
) -> Campaign:
    """Return a campaign, with all that can be known before anything flies looked at.

    Raises:
        UsageError: it varies what cannot be varied so.
        FileError: the scenario cannot be used, or not with these values.
    """
    scenario, varied = load(source).with_plant(plant), tuple(vary)
    check_variations(source, scenario, varied)
    run = run_settings(scenario, seed=seeds.start, run_id="")
    check_start_pose(source, run, scenario.start_q, key=scenario.start_key, plant=plant)
    return Campaign(
        scenario=source if not source.endswith(".toml") else str(scenario_path(source).resolve()),
        content=content_of(scenario),
        plant=plant,
        vary=varied,
        kinds=kinds,
        first_seed=seeds.start,
        runs=len(seeds),
        **this_software(),
    )


def conduct(
    campaign: Campaign,
    folder: CampaignFolder,
    *,
    jobs: int,
    scheduler: str | None = None,
    on_progress: OnProgress = lambda progress: None,
) -> None:
    """Fly what is not flown yet, by workers of this host or by those of a Dask scheduler.

    Raises:
        FileError: the folder is another campaign's, or what is to be flown cannot be used.
        Interrupted: Ctrl-C; what is flown stays flown.
    """
    folder.begin(campaign)
    counts, flown = FlownCounts(campaign.runs), folder.flown()
    for seed in campaign.seeds:
        if seed in flown:
            counts.add(flown[seed])

    def show() -> None:
        on_progress(progress_of(counts, session, is_flying=True))

    session = Session(begun_ns=monotonic_ns(), before=counts.flown, jobs=jobs)
    try:
        with held(_lock(folder.path)):
            folder.begin_session(session)
            left = [seed for seed in campaign.seeds if seed not in flown]
            if scheduler is None:
                Workers(folder, left, jobs).fly(counts.add, show)
            else:
                _fly_on(Cluster(scheduler, campaign, folder), left, counts, show=show)
    except BlockingIOError:
        raise FileError(folder.path, "", "is flown by another command just now; wait for it") from None
    except KeyboardInterrupt as asked:
        what = (
            f"ended the campaign: {counts.flown} of {counts.runs} are flown, the same command flies the rest"
        )
        raise Interrupted(str(asked) or CTRL_C, what) from None


def _fly_on(
    cluster: Cluster, seeds: Collection[int], counts: FlownCounts, *, show: Callable[[], None]
) -> None:
    def on_line(line: FlownSeed) -> None:
        counts.add(line)
        show()

    try:
        cluster.fly(seeds, on_line)
    finally:
        cluster.close()


def _lock(folder: Path) -> Path:
    return lock_path(folder, CONDUCTOR)
