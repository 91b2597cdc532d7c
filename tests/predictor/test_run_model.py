"""A run's model is read through one door: other content is refused, and has another world version."""

import hashlib
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from predictor.inputs.world_version import CHANGE_BITS
from predictor.run_model import read_model, read_new_model
from telemetry.files.settings import FileError
from tests.nominal_run import DATA, ROBOT, SCENE, nominal_run

RUN = nominal_run()


@pytest.fixture
def scene(tmp_path):
    """Return a copy of the run's scene file."""
    copy = tmp_path / "scene.toml"
    copy.write_bytes(Path(SCENE).read_bytes())
    return copy


def of(scene):
    """Return the run's settings with its scene file elsewhere."""
    return msgspec.structs.replace(RUN, scene_file=str(scene))


def raise_target(scene):
    scene.write_text(scene.read_text().replace("1.05, 0.3, -0.42", "1.05, 0.3, -0.41"))


def test_the_same_content_is_the_same_model_wherever_it_lies(scene):
    assert read_model(of(scene)).digests == RUN.model_digests


def test_an_edited_scene_is_refused_with_file_digests_and_remedy(scene):
    raise_target(scene)
    found, expected = read_new_model(ROBOT, scene).digests[1].hex(), RUN.model_digests[1].hex()
    with pytest.raises(FileError) as refused:
        read_model(of(scene))
    assert str(refused.value).startswith(f"{scene}: is not what this run began with")
    assert found[:12] in str(refused.value) and expected[:12] in str(refused.value)
    assert "start another" in str(refused.value)


def test_a_run_works_with_the_model_that_was_read_as_it_began(scene):
    begun = read_new_model(ROBOT, scene)
    model = read_model(of(scene))
    assert model.robot is begun.robot and model.scene is begun.scene and read_model(of(scene)) is model


def test_roles_of_one_process_share_a_model_until_a_file_is_edited(scene):
    run = of(scene)
    assert read_model(run) is read_model(run)
    raise_target(scene)
    with pytest.raises(FileError, match="is not what this run began with"):
        read_model(run)


def test_a_scene_in_place_of_the_robot_is_not_taken_for_it():
    swapped = msgspec.structs.replace(RUN, model_digests=RUN.model_digests[::-1])
    with pytest.raises(FileError, match="is not what this run began with"):
        read_model(swapped)


def test_a_file_that_the_run_knows_nothing_of_is_refused():
    with pytest.raises(FileError, match="expected no such file"):
        read_model(msgspec.structs.replace(RUN, model_digests=RUN.model_digests[:1]))


def test_a_recorded_arm_whose_file_says_nothing_of_a_link_without_volume_is_read_and_never_begun(tmp_path):
    arm = tmp_path / "roller_arm.toml"
    text = (DATA / "robots/roller_arm.toml").read_text()
    arm.write_text("\n".join(line for line in text.splitlines() if "bare = true" not in line))
    scene = DATA / "scenes/roller_cell.toml"
    with pytest.raises(FileError, match="link 'wrist': moves without any volume"):
        read_new_model(arm, scene)
    digests = tuple(hashlib.sha256(path.read_bytes()).digest() for path in (arm, scene))
    flown = msgspec.structs.replace(RUN, robot_file=str(arm), scene_file=str(scene), model_digests=digests)
    assert read_model(flown).robot.bare == ("wrist",)


def test_an_edited_world_has_another_version(scene):
    before = read_new_model(ROBOT, scene).world_version
    raise_target(scene)
    assert read_new_model(ROBOT, scene).world_version != before


def test_a_world_version_leaves_room_for_the_changes_of_a_run(scene):
    version = read_model(RUN).world_version
    assert 0 < version < 2**63 and version % 2**CHANGE_BITS == 0


def test_what_is_parsed_is_what_was_digested(scene, monkeypatch):
    """Even if the file changes between two readings: there is only one."""
    calls = []

    def read_and_edit(path, **_):
        content = Path(path).read_bytes()
        calls.append(path)
        if path == str(scene):
            raise_target(scene)
        return content

    monkeypatch.setattr("predictor.run_model.read_file", read_and_edit)
    model = read_model(of(scene))
    assert calls == [RUN.robot_file, str(scene)]
    assert model.scene.boxes[1].T_base_box[2, 3] == -0.42


@pytest.mark.real_time
def test_a_model_is_read_without_compiling_anything_as_the_gate_has_to():
    code = "import sys; from tests.nominal_run import MODEL; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=DATA.parent, check=False).returncode == 0


def test_motion_keeps_clear_of_a_body_by_what_it_may_drift_until_a_set_point_is_done(scene):
    stated = scene.read_text()
    scene.write_text(stated.replace('name = "target"\n', 'name = "target"\ndrift = 0.001\n', 1))
    assert scene.read_text() != stated
    new = read_new_model(ROBOT, scene)
    run = msgspec.structs.replace(of(scene), model_digests=new.digests)
    model = read_model(run)
    assert set(model.kept_clear.allowances.values()) == {0.001 * run.model_age_s}
    assert model.scene.allowances == {} and model.kept_clear.boxes != model.scene.boxes


def test_where_nothing_drifts_motion_keeps_clear_of_the_scene_as_it_is_stated():
    model = read_model(RUN)
    assert model.kept_clear is model.scene
