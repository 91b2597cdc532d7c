"""A small campaign, flown by workers: the same flights in any order, killed, stopped and gone on with."""

import os
import signal

import msgspec
import pytest

from ground.campaign.campaign_folder import CampaignFolder
from ground.campaign.chunks import fly_chunk
from ground.campaign.conductor import conduct, made
from ground.campaign.flown_seed import FlownSeed
from ground.campaign.progress import progress_on_file
from ground.campaign.result import result_of
from ground.campaign.variations import read_variation
from ground.campaign.workers import Workers
from ground.commands.campaign.campaign import campaign as command
from ground.faults.fault_seams import FAULT_KINDS
from ground.replay.check import check
from ground.run.processes.interrupts import Interrupted
from telemetry.files.settings import FileError
from tests.ground.campaign.flights import short_file

pytestmark = pytest.mark.real_time
SEEDS = range(2, 4)


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    source = short_file(tmp_path_factory.mktemp("scenario"))
    vary = [read_variation("loss=0..0.02")]
    return made(source, seeds=SEEDS, vary=vary, kinds=tuple(FAULT_KINDS))


@pytest.fixture(scope="module")
def here(campaign):
    """The flights of the same seeds, flown in this process, the last first."""
    return {line.seed: line for line in fly_chunk(campaign, reversed(SEEDS), lambda seed: None)}


@pytest.fixture(scope="module")
def folder(campaign, tmp_path_factory):
    """Flown by two workers, of which one was killed in its first flight."""
    folder = CampaignFolder(tmp_path_factory.mktemp("flown"))
    folder.begin(campaign)
    workers, killed = Workers(folder, SEEDS, 2), []

    def kill_one():
        if not killed and folder.seed_in_flight("1") is not None:
            killed.append(workers.living[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    workers.fly(lambda line: None, kill_one)
    assert killed
    return folder


def test_flights_are_the_same_in_any_order_and_after_a_killed_worker(folder, here):
    flown = folder.flown()
    assert {*flown} == {*SEEDS}
    assert all(flown[seed].is_same(here[seed]) for seed in SEEDS)
    assert all(line.decisions > 20 for line in flown.values())


def test_a_death_is_noted_and_its_seed_flown_again(folder):
    (death,) = folder.deaths()
    assert death.seed in folder.flown()
    assert "signal 9" in death.how
    assert result_of(folder).killing == ()


def test_what_is_flown_is_not_flown_again(folder, campaign):
    before = [*folder.lines()]
    conduct(campaign, folder, jobs=2)
    assert [*folder.lines()] == before
    assert progress_on_file(folder).flown == len(SEEDS)


def test_ctrl_c_leaves_what_is_flown_and_says_how_to_go_on(folder, campaign, monkeypatch):
    def interrupted(*given):
        raise KeyboardInterrupt("Ctrl-C")

    monkeypatch.setattr(Workers, "fly", interrupted)
    with pytest.raises(Interrupted, match=f"{len(SEEDS)} of {len(SEEDS) + 9} are flown, the same command"):
        conduct(msgspec.structs.replace(campaign, runs=len(SEEDS) + 9), CampaignFolder(folder.path), jobs=1)


def test_the_command_of_a_seed_flies_it_again_and_keeps_its_recording(campaign, here, tmp_path):
    target, kept = tmp_path / "line.json", tmp_path / "seed.mcap"
    words = [campaign.scenario, "--vary", "loss=0..0.02", "--faults", "all", "--only", "3"]
    command([*words, "--json", str(target), "--record", str(kept)])
    line = msgspec.json.decode(target.read_bytes(), type=FlownSeed)
    assert msgspec.structs.replace(line, coded=here[3].coded).is_same(here[3])
    assert check(kept).ok
    with pytest.raises(FileError, match="exists already"):
        command([*words, "--record", str(kept)])
