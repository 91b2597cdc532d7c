"""The registry of runs: every run that lives is found, and none that is over."""

import os
import shutil

import pytest

from ground.run.kept.known_runs import Runs, find_run, known_to_live, runs_folder, the_run
from ground.run.kept.locks import acquire_lock, living, lock_path
from ground.run.kept.usage_error import UsageError
from telemetry.files.settings import FileError
from tests.ground.run.hold_bench import Station


@pytest.fixture
def station(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with Station() as station:
        yield station


def names(registry=None):
    return [run.name for run in (registry or Runs()).living().runs]


@pytest.mark.real_time
def test_every_run_that_lives_is_found_with_or_without_its_supervisor(station):
    station.begin("a-watched")
    station.begin("b-orphaned", alive=("bridge", "gate"))
    station.begin("c-over", alive=())
    assert names() == ["a-watched", "b-orphaned"]


def test_a_run_that_is_being_prepared_lives_and_cannot_be_spoken_to(station):
    folder = runs_folder() / "prepared"
    folder.mkdir(parents=True)
    with known_to_live(folder):
        found = Runs().living()
    assert (found.runs, len(found.unreadable)) == ([], 1)


@pytest.mark.real_time
def test_a_replay_is_no_run_that_could_be_held(station):
    station.begin("replay-1", mode="replay", alive=("supervisor", "replay"))
    assert names() == []


@pytest.mark.real_time
def test_a_registry_that_is_kept_finds_runs_that_begin_later(station):
    registry = Runs()
    folder = runs_folder() / "begins"
    folder.mkdir(parents=True)
    assert names(registry) == []
    shutil.rmtree(folder)
    station.begin("begins")
    assert names(registry) == ["begins"]


@pytest.mark.real_time
def test_a_living_run_that_cannot_be_read_is_told_and_keeps_nobody_else_from_being_found(station):
    station.begin("a")
    broken = station.begin("b")
    (runs_folder() / "b" / "run.json").write_text("{}")
    found = Runs().living()
    assert [run.name for run in found.runs] == ["a"]
    assert [str(error.path) for error in found.unreadable] == [f"{broken.folder}/run.json"]


def test_a_run_is_present_from_its_preparation_to_its_end_and_leaves_no_lock(tmp_path):
    with known_to_live(tmp_path):
        assert living(tmp_path) == {"supervisor": os.getpid()}
    assert list(tmp_path.iterdir()) == []


def test_the_locks_of_those_who_outlive_their_supervisor_stay(tmp_path):
    with known_to_live(tmp_path):
        lock = acquire_lock(lock_path(tmp_path, "bridge"))
    assert list(living(tmp_path)) == ["bridge"]
    os.close(lock)


def test_where_no_lock_can_be_had_nothing_begins(tmp_path):
    with (
        known_to_live(tmp_path),
        pytest.raises(FileError, match="cannot hold a run"),
        known_to_live(tmp_path),
    ):
        pass


@pytest.mark.real_time
def test_a_run_is_named_by_its_name_or_its_folder(station):
    run = station.begin("pass-1", alive=())
    assert find_run("pass-1") == find_run(run.folder) == run


@pytest.mark.real_time
def test_a_name_that_no_run_has_is_one_line_with_the_nearest(station):
    station.begin("pass-1")
    with pytest.raises(
        FileError, match=r"no such run; did you mean 'pass-1'\? \(`farhand runs` lists them\)"
    ):
        find_run("pass-2")


@pytest.mark.real_time
def test_where_one_run_lives_it_need_not_be_named_and_where_several_do_it_must(station):
    with pytest.raises(UsageError, match="no run lives here"):
        the_run(None)
    first = station.begin("a")
    station.begin("replay-of-a", mode="replay")
    assert the_run(None) == first
    station.begin("b")
    with pytest.raises(UsageError, match="several runs live; name one of them: a, b"):
        the_run(None)
    assert the_run("a") == first
