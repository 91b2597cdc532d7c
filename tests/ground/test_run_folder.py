"""The run folder: launch files that a process can read, the present run."""

import msgspec
import pytest

from ground.current_run import CurrentRun, announce, find, withdraw
from ground.rehearsal.run_folder import RunPlan, make_folder, write_launches
from ground.rehearsal.world import roles
from ground.scenario import load, run_settings
from telemetry.addresses import Addresses, Launch
from telemetry.factory import load as load_factory
from telemetry.settings import FileError

NOWHERE = Addresses(hosts={}, streams={}, link_ports={}, groups={}, group_ports={})


@pytest.fixture
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def a_run(folder, **changes):
    folder.mkdir(exist_ok=True)
    known = {
        "mode": "rehearsal",
        "run_id": "test",
        "up_s": 3.5,
        "down_s": 3.5,
        "addresses": NOWHERE,
        "supervisor_pid": 1,
    }
    return CurrentRun(folder=str(folder), **{**known, **changes})


def test_each_launch_file_holds_the_settings_that_its_role_takes(tmp_path):
    scenario = load("short_link")
    run = run_settings(scenario, seed=3, run_id="test")
    specs = roles(scenario, run)
    folder = make_folder(tmp_path, "pass")
    write_launches(RunPlan(folder, NOWHERE, 42, 3, run.run_id), specs)
    for spec in specs:
        launch = msgspec.json.decode(folder.launch(spec.name).read_bytes(), type=Launch)
        kind = load_factory(launch.settings_type)
        assert msgspec.json.decode(launch.settings, type=kind) == spec.settings
        assert (launch.role, launch.factory, launch.epoch_ns, launch.seed) == (
            spec.name,
            spec.factory,
            42,
            3,
        )


def test_a_second_run_of_the_same_second_gets_a_folder_of_its_own(tmp_path):
    assert make_folder(tmp_path, "pass").path != make_folder(tmp_path, "pass").path


def test_a_run_is_found_until_it_is_withdrawn(state):
    run = a_run(state / "run")
    announce(run)
    assert find() == run
    withdraw(run)
    assert find() is None
    assert find(run.folder) == run


def test_an_old_run_that_ends_leaves_the_newer_one_known(state):
    old, new = a_run(state / "old"), a_run(state / "new")
    announce(old)
    announce(new)
    withdraw(old)
    assert find() == new


def test_a_named_folder_that_is_no_run_is_a_mistake_with_a_line(state):
    with pytest.raises(FileError, match="give the folder of a run"):
        find(str(state / "nowhere"))
    assert find() is None
