"""What stands before the first process of a run is started."""

from dataclasses import replace

import pytest

from ground.run.kept.history import run_row
from ground.run.kept.known_runs import find_run
from ground.run.kept.locks import living
from ground.run.kept.run_folder import make_folder
from ground.run.prepared import prepared
from ground.run.run_plan import RunPlan
from telemetry.files.refused import SafetyError
from telemetry.files.settings import FileError
from telemetry.keys.set_folder import KeyPlace
from telemetry.life.contract import RoleSpec
from tests.full_disk import nothing_fits


@pytest.fixture
def plan(tmp_path):
    return RunPlan(folder=make_folder(tmp_path, "run"), run_id="test", mode="rehearsal", specs=(), up_s=3.5)


@pytest.mark.real_time
def test_others_find_a_run_before_anything_of_it_is_started(plan):
    with prepared(plan) as ready:
        assert find_run(str(plan.folder.path)) == ready.known
        assert (run_row(plan.folder.path).state, ready.known.up_s) == ("starting", 3.5)
    assert living(plan.folder.path) == {}


@pytest.mark.real_time
@pytest.mark.parametrize("error", [FileError("pass.toml", "start_q_deg", "touches"), KeyboardInterrupt()])
def test_of_a_run_that_is_refused_or_given_up_before_it_starts_nothing_is_left(plan, monkeypatch, error):
    monkeypatch.setattr("ground.run.prepared.write_launches", lambda plan, addresses: fail(error))
    with pytest.raises(type(error)), prepared(plan):
        pytest.fail("it was to be refused")
    assert not plan.folder.path.exists()


def fail(error):
    raise error


@pytest.mark.real_time
def test_two_runs_with_one_key_folder_do_not_live_at_once_and_after_the_first_the_second_begins(
    plan, tmp_path
):
    keys = KeyPlace(folder=str(tmp_path / "keys" / "8A01"), scope="north", is_stations=True)
    (tmp_path / "keys").mkdir()
    first = replace(plan, station_keys=keys)
    with prepared(first):
        second = replace(first, folder=make_folder(tmp_path, "second"))
        with pytest.raises(SafetyError, match="keys: another run of this host lives with these keys"):
            prepared(second).__enter__()
        assert not second.folder.path.exists()
    with prepared(replace(first, folder=make_folder(tmp_path, "third"))) as ready:
        assert ready.known.keys == keys


def test_a_run_that_nobody_could_find_is_none(plan):
    with nothing_fits(), pytest.raises(FileError, match="cannot hold a run"), prepared(plan):
        pytest.fail("it was to be refused")


@pytest.mark.real_time
def test_every_run_gets_keys_of_its_own_which_launch_files_name_and_never_hold(plan):
    with prepared(replace(plan, specs=(RoleSpec("gate", "gate", {}),))) as ready:
        folder = plan.folder.keys
        assert folder.stat().st_mode & 0o777 == 0o700
        assert ready.launches["gate"].keys == KeyPlace(folder=str(folder), scope="test")
        ring = ready.known.speakers_as("hold").keys
        written = plan.folder.launch("gate").read_text() + (plan.folder.path / "run.json").read_text()
        assert ring.holder == "hold" and not any(secret.hex() in written for secret in ring.pairs.values())


@pytest.mark.real_time
def test_a_run_of_a_station_uses_its_keys_and_draws_none(plan, tmp_path):
    place = KeyPlace(folder=str(tmp_path / "8A01"), scope="north", is_stations=True)
    with prepared(replace(plan, station_keys=place)) as ready:
        assert ready.known.keys == place
        assert not plan.folder.keys.exists()


@pytest.mark.real_time
def test_a_run_is_unsealed_only_if_somebody_asks_for_it(plan):
    with prepared(replace(plan, is_unsealed=True)) as ready:
        assert ready.known.keys is None
        assert not ready.known.speakers_as("hold").keys.is_sealed
