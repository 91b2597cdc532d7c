"""A campaign on a Dask cluster: the same flights as here, and no worker of another version."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from ground.campaign import cluster
from ground.campaign.campaign_folder import CampaignFolder
from ground.campaign.chunks import fly_chunk
from ground.campaign.cluster import Cluster
from ground.campaign.conductor import conduct, made
from ground.campaign.decisions import Decision
from ground.campaign.fly_seed import FlownOnce
from ground.campaign.result import DIFFERS, result_of
from ground.campaign.variations import read_variation
from ground.run.kept.usage_error import UsageError
from ground.run.processes.process import child_environment
from telemetry.files.settings import FileError
from tests.ground.campaign.flights import short_file
from tests.ground.campaign.lines import CAMPAIGN, flown

pytest.importorskip("distributed", reason="the extra campaign is not installed")
pytestmark = [
    pytest.mark.real_time,
    pytest.mark.filterwarnings("ignore"),  # of others' event loops
]
DASK = Path(sys.executable).with_name("dask")
LOOPBACK = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
SEEDS = range(2, 4)


def started(folder, name, *words):
    """Start a process of Dask on loopback."""
    with (folder / name).open("wb") as log:
        return subprocess.Popen(
            [DASK, *words], stdout=log, stderr=log, env=child_environment(), start_new_session=True
        )


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """The address of a scheduler with two workers."""
    folder = tmp_path_factory.mktemp("dask")
    place = str(folder / "scheduler.json")
    processes = [started(folder, "scheduler", "scheduler", *LOOPBACK, "--scheduler-file", place)]
    one = ["worker", "--scheduler-file", place, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    processes += [started(folder, f"worker-{n}", *one, "--local-directory", str(folder)) for n in (1, 2)]
    from distributed import Client

    try:
        with Client(scheduler_file=place, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
            address = client.scheduler.address
        yield address
    finally:
        for process in processes:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    source = short_file(tmp_path_factory.mktemp("scenario"))
    return made(source, seeds=SEEDS, vary=[read_variation("loss=0..0.02")])


def test_flights_on_a_cluster_are_those_of_this_host(scheduler, campaign, tmp_path):
    folder = CampaignFolder(tmp_path)
    conduct(campaign, folder, jobs=1, scheduler=scheduler)
    here = fly_chunk(campaign, SEEDS, lambda seed: None)
    there = {line.seed: line for line in folder.lines() if line.worker == "cluster"}
    assert all(there[line.seed].is_same(line) for line in here)
    assert {line.worker for line in folder.lines()} == {"here", "cluster-1", "cluster-2", "cluster"}
    assert folder.differing() == {}


def test_a_worker_of_another_version_is_refused(scheduler, monkeypatch, tmp_path):
    monkeypatch.setattr(cluster, "this_software", lambda: {"version": "9", "package": "another"})
    with pytest.raises(UsageError, match=r"has farhand .*, this is 9") as told:
        Cluster(scheduler, CAMPAIGN, CampaignFolder(tmp_path))
    assert "\n" not in str(told.value)


def test_a_scenario_that_the_workers_do_not_have_is_told(scheduler, campaign, tmp_path):
    folder = CampaignFolder(tmp_path)
    folder.begin(campaign)
    there = Cluster(scheduler, msgspec.structs.replace(campaign, content="other"), folder)
    there._compare = lambda seed: None
    with pytest.raises(FileError, match="is not what this campaign was begun with"):
        there.fly([2], lambda line: None)
    there.close()


def test_where_no_scheduler_answers_is_told_in_one_line(monkeypatch, tmp_path):
    monkeypatch.setattr(cluster, "WAIT_S", 0.2)
    with pytest.raises(UsageError, match="no Dask scheduler answers there") as told:
        Cluster("tcp://127.0.0.1:1", CAMPAIGN, CampaignFolder(tmp_path))
    assert "\n" not in str(told.value)


class OtherProcessor:
    """A client whose one worker decides otherwise."""

    def submit(self, function, *given, **named):
        return self

    def result(self):
        theirs = [Decision(1, "gate", "Motion", "a"), Decision(2, "gate", "Motion", "b")]
        return msgspec.json.encode(flown(1, digest="there")), msgspec.json.encode(theirs)


def test_a_seed_that_decides_otherwise_there_is_a_finding_that_names_the_first_decision(
    monkeypatch, tmp_path
):
    ours = [Decision(1, "gate", "Motion", "a"), Decision(2, "gate", "RollBack", "c")]
    monkeypatch.setattr(cluster, "_kept", lambda campaign, seed: FlownOnce(flown(1), ours))
    there = Cluster.__new__(Cluster)
    there._campaign, there._content, there._folder = CAMPAIGN, b"", CampaignFolder(tmp_path)
    there._client, there.workers = OtherProcessor(), ["tcp://other"]
    there._folder.begin(CAMPAIGN)
    there._compare(1)
    (row,) = result_of(there._folder).findings
    assert row.rule == DIFFERS
    assert "on tcp://other decision 2 is the first that differs: RollBack of the gate" in row.text


def test_a_chunk_that_dask_gives_up_is_flown_seed_by_seed_and_a_seed_that_kills_is_a_finding(tmp_path):
    there = Cluster.__new__(Cluster)
    there._folder = CampaignFolder(tmp_path)
    there._folder.begin(CAMPAIGN)
    assert there._failed((1, 2, 3), RuntimeError()) == [(1,), (2,), (3,)]
    assert there._folder.deaths() == []
    assert there._failed((2,), RuntimeError()) == []
    assert result_of(there._folder).killing == (2,)
