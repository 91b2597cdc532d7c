"""Which seeds are flown, by workers of which some die."""

import pytest

from ground.campaign import workers
from ground.campaign.campaign_folder import CampaignFolder
from ground.campaign.chunks import LEAST_SEEDS, MOST_SEEDS, chunks_of
from ground.campaign.workers import Workers
from telemetry.files.settings import FileError
from tests.ground.campaign.lines import CAMPAIGN, flown

DEADLY = 3


class FakeWorker:
    """Flies a seed at each look, and dies of one."""

    deadly, begun = {DEADLY}, []

    def __init__(self, folder, name):
        self.folder, self.name, self.left, self.is_dead = folder, name, [], False
        self.begun.append(name)

    def give(self, chunk):
        self.left = [*chunk]

    def death(self):
        return "killed by signal 11" if self.is_dead else ""

    def new(self):
        if not self.left or self.is_dead:
            return []
        (self.folder.path / "flying" / self.name).write_text(f"{self.left[0]}")
        self.is_dead = self.left[0] in self.deadly
        return [] if self.is_dead else [flown(self.left.pop(0))]

    def end(self):
        pass


class Stillborn(FakeWorker):
    def __init__(self, folder, name):
        super().__init__(folder, name)
        self.is_dead = True


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "Worker", FakeWorker)
    monkeypatch.setattr(workers, "LOOK_S", 0.0)
    folder = CampaignFolder(tmp_path)
    folder.begin(CAMPAIGN)
    return folder


def flown_by(folder, seeds, jobs):
    found = []
    Workers(folder, seeds, jobs).fly(lambda line: found.append(line.seed))
    return sorted(found)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_a_seed_that_kills_its_worker_twice_is_given_up_and_all_others_are_flown(folder, jobs):
    assert flown_by(folder, range(1, 8), jobs) == [1, 2, 4, 5, 6, 7]
    assert [death.seed for death in folder.deaths()] == [DEADLY, DEADLY]
    assert flown_by(folder, [DEADLY], jobs) == []


def test_a_worker_that_never_starts_is_told_with_its_log(folder, monkeypatch):
    monkeypatch.setattr(workers, "Worker", Stillborn)
    with pytest.raises(FileError, match="tells why a worker does not start"):
        flown_by(folder, range(1, 8), 1)


def test_chunks_hold_every_seed_once_and_neither_few_nor_many_of_a_long_campaign():
    chunks = [*chunks_of(range(20_000), 8)]
    assert [seed for chunk in chunks for seed in chunk] == [*range(20_000)]
    assert all(LEAST_SEEDS <= len(chunk) <= MOST_SEEDS for chunk in chunks[:-1])


def test_a_short_campaign_has_work_for_every_worker():
    assert [len(chunk) for chunk in chunks_of(range(20), 4)] == [5, 5, 5, 5]
