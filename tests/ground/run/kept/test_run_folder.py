"""The run folder: launch files that a process can read."""

import msgspec

from ground.rehearsal.roles import roles
from ground.run.kept.run_folder import SupervisorFiles, make_folder
from ground.run.prepared import write_launches
from ground.run.run_plan import flight_plan
from ground.scenario.scenario import load, run_settings
from telemetry.drive.factory import spec_of
from telemetry.network.launch import Addresses, Launch
from tests.full_disk import nothing_fits

NOWHERE = Addresses(hosts={}, streams={}, link_ports={}, groups={}, group_ports={})


def test_each_launch_file_holds_the_settings_that_its_role_takes(tmp_path):
    scenario = load("short_link")
    run = run_settings(scenario, seed=3, run_id="test")
    specs = roles(scenario, run)
    folder = make_folder(tmp_path, "pass")
    write_launches(flight_plan(folder, run, specs), NOWHERE)
    for spec in specs:
        launch = msgspec.json.decode(folder.launch(spec.participant).read_bytes(), type=Launch)
        assert spec_of(spec.participant, launch.role, launch.settings) == spec
        assert (launch.participant, launch.seed) == (spec.participant, 3)


def test_a_run_folder_is_its_owner_s_alone(tmp_path):
    folder = make_folder(tmp_path / "runs", "pass").path
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_second_run_of_the_same_second_gets_a_folder_of_its_own(tmp_path):
    assert make_folder(tmp_path, "pass").path != make_folder(tmp_path, "pass").path


def test_a_file_that_cannot_be_written_is_told_once_and_again_when_it_can_be(tmp_path):
    told = []
    files, path = SupervisorFiles(told.append), tmp_path / "run" / "status.json"
    path.parent.write_text("no folder")
    for _ in range(3):
        files.write(path, b"1")
    assert told == ["status.json cannot be written (File exists); the flight goes on"]
    path.parent.unlink()
    files.write(path, b"2")
    assert (told[1:], path.read_bytes()) == (["status.json is written again"], b"2")


def test_what_was_written_of_a_file_that_does_not_fit_is_taken_away(tmp_path):
    path = tmp_path / "status.json"
    path.write_bytes(b"old")
    with nothing_fits():
        SupervisorFiles(lambda told: None).write(path, b"new")
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == b"old"
