"""The short flights that tests of campaigns fly: one small joint move, without dynamics."""

from pathlib import Path

from ground.campaign.seed_plan import SeedPlan, plan_with
from ground.scenario.scenario import load
from ground.scenario.scenario_files import scenario_path

LESS = {
    "duration_s = 6.0": "duration_s = 2.0",
    "duration_s = 30.0": "duration_s = 14.0",
    "to_deg = [5.0, -95.0, -85.0,": "to_deg = [18.0, -99.5, -80.5,",
}


def short_file(folder: Path) -> str:
    """Write a scenario file: the plan of the short pass, made shorter, and nothing after it."""
    first, _, rest = scenario_path("short_link").read_text().partition("\n[[act]]\n[act.teleop]")
    for long, less in LESS.items():
        assert long in first
        first = first.replace(long, less)
    place = folder / "short.toml"
    place.write_text(first + "\n[expect]" + rest.partition("[expect]")[2])
    return str(place)


def short_scenario(folder: Path):
    return load(short_file(folder)).with_plant("kinematic")


def with_faults(scenario, *faults, seed=1, heals=False):
    """A seed of a scenario with these faults."""
    return plan_with(SeedPlan(seed, scenario, {}, (), heals), faults)
