"""Every role of a run works with the very model that the configuration hash binds, or is not built."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from ground.rehearsal.roles import roles
from ground.rehearsal.scenario_info import about_rehearsal
from ground.replay.live_replay import recorded_run
from ground.run.kept.run_folder import RunFolder
from ground.run.prepared import write_launches
from ground.run.run_plan import flight_plan
from ground.scenario.scenario import load, run_settings
from predictor.run_model import read_model
from telemetry.drive.factory import build_of, stream
from telemetry.drive.store import MemoryStore
from telemetry.drive.task import BAD_FILE
from telemetry.files.settings import FileError
from telemetry.network.launch import Addresses


@pytest.fixture
def own_files(tmp_path):
    """Return a scenario whose robot and scene lie in a folder of their own."""
    scenario = load("short_link")
    copies = {part: tmp_path / f"{part}.toml" for part in ("robot", "scene")}
    for part, copy in copies.items():
        copy.write_bytes(Path(getattr(scenario, part)).read_bytes())
    return msgspec.structs.replace(scenario, **{part: str(copy) for part, copy in copies.items()})


def refusals(specs):
    """Return which roles are not built, and why."""
    told = {}
    for spec in specs:
        try:
            build_of(spec.role)(spec.settings, MemoryStore(), stream(1, spec.participant))
        except FileError as error:
            told[spec.participant] = str(error)
    return told


@pytest.mark.parametrize("part", ["robot", "scene"])
def test_no_role_that_reads_the_model_is_built_on_an_edited_one(own_files, part):
    specs = roles(own_files, run_settings(own_files, seed=1, run_id="run"), cameras=True)
    path = Path(getattr(own_files, part))
    path.write_text(path.read_text() + "# edited\n")
    edited = refusals(specs)
    path.unlink()
    assert set(edited) == set(refusals(specs)) >= {"gate", "predictor", "planner", "space_segment"}
    assert all(reason.startswith(f"{path}: is not what this run began with") for reason in edited.values())


def test_a_recording_carries_the_very_model_of_its_run(own_files, tmp_path):
    run = run_settings(own_files, seed=1, run_id="run")
    told = about_rehearsal(own_files, run)
    (tmp_path / "replay").mkdir()
    replayed = recorded_run(tmp_path / "pass.mcap", told, RunFolder(tmp_path / "replay"))
    Path(own_files.scene).unlink()
    assert read_model(replayed).digests == run.model_digests
    assert replayed.configuration == run.configuration


def test_no_recording_is_begun_of_a_model_that_was_edited(own_files):
    run = run_settings(own_files, seed=1, run_id="run")
    Path(own_files.scene).write_text("# an empty world\n")
    with pytest.raises(FileError, match="is not what this run began with"):
        about_rehearsal(own_files, run)


@pytest.mark.real_time
def test_a_process_that_finds_another_model_ends_with_one_line_and_exit_code_3(own_files, tmp_path):
    run = run_settings(own_files, seed=1, run_id="run")
    specs = roles(own_files, run)
    nowhere = Addresses(hosts={}, streams={}, link_ports={}, groups={}, group_ports={})
    folder = RunFolder(tmp_path)
    folder.launch("gate").parent.mkdir()
    write_launches(replace(flight_plan(folder, run, specs), is_unsealed=True), nowhere)
    Path(own_files.scene).write_text("# an empty world\n")
    command = [sys.executable, "-P", "-m", "planner", "gate", str(folder.launch("gate"))]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    (line,) = ended.stderr.splitlines()
    assert ended.returncode == BAD_FILE
    assert line.startswith(f"gate cannot be built: {own_files.scene}: is not what this run began with")
