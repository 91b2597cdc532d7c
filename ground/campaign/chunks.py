"""Chunks of seeds: what a worker is given at once, flies one after the other, and writes down."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

import msgspec

from ground.campaign.campaign_folder import Campaign, CampaignFolder
from ground.campaign.flown_seed import FlownSeed
from ground.campaign.fly_seed import fly_seed
from ground.campaign.seed_plan import SeedPlan, planned
from ground.scenario.scenario import load, run_settings
from ground.scenario.scenario_table import Scenario
from telemetry.files.settings import FileError

LEAST_SEEDS, MOST_SEEDS = 10, 50  # seeds in a chunk
CHUNKS_EACH = 8  # for each worker, if there are seeds enough: so all of them end at about the same time


def chunks_of(seeds: Collection[int], workers: int) -> Iterator[tuple[int, ...]]:
    """Yield seeds in chunks, in order."""
    size = min(max(len(seeds) // (workers * CHUNKS_EACH), LEAST_SEEDS), MOST_SEEDS)
    size = min(size, max(-(-len(seeds) // workers), 1))  # a few seeds are for all workers too
    ordered = sorted(seeds)
    for begin in range(0, len(ordered), size):
        yield tuple(ordered[begin : begin + size])


def read_scenario(campaign: Campaign) -> Scenario:
    """Return the scenario of a campaign; FileError: it is not what the campaign was begun with."""
    scenario = load(campaign.scenario).with_plant(campaign.plant)
    if content_of(scenario) != campaign.content:
        problem = "is not what this campaign was begun with (it, its robot or its scene has changed)"
        raise FileError(campaign.scenario, "", problem)
    return scenario


def content_of(scenario: Scenario) -> str:
    """Return a digest of a scenario and of all files of its model, wherever they lie."""
    placeless = msgspec.structs.replace(
        scenario, robot=Path(scenario.robot).name, scene=Path(scenario.scene).name
    )
    model = run_settings(scenario, seed=0, run_id="").configuration
    return hashlib.blake2b(msgspec.json.encode(placeless) + model, digest_size=8).hexdigest()


def plan_of(campaign: Campaign, scenario: Scenario, seed: int) -> SeedPlan:
    """Return the flight of a seed."""
    return planned(scenario, seed, vary=campaign.vary, kinds=campaign.kinds)


def fly_chunk(campaign: Campaign, seeds: Iterable[int], begin: Callable[[int], None]) -> Iterator[FlownSeed]:
    """Fly seeds one after the other; `begin` is told each before it is flown."""
    scenario = read_scenario(campaign)
    for seed in seeds:
        begin(seed)
        yield fly_seed(plan_of(campaign, scenario, seed)).line


def fly_into(folder: CampaignFolder, worker: str, chunks: Iterable[Iterable[int]]) -> Iterator[FlownSeed]:
    """Fly chunks into a worker's file; yields each flight as its line is written."""
    campaign, writer = folder.read(), folder.writer(worker)
    try:
        for chunk in chunks:
            for line in fly_chunk(campaign, chunk, writer.begin):
                mine = msgspec.structs.replace(line, worker=worker)
                writer.append(mine)
                yield mine
    finally:
        writer.close()
