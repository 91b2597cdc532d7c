"""The files of a model go into a recording and out of it, and keep their places to one another."""

from pathlib import Path

import msgspec
import pytest

from ground.run.kept.recorded_run import names_in_recording, unpack_model
from telemetry.files.settings import FileError
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import RECORDING_LOG, About, Record, pack_batch
from telemetry.recording.writing.mcap_file import RecordingStore

MESH = bytes(range(256)) * 300  # binary, of more than one kind of octet
FILES = {
    Path("/models/arms/arm.toml"): b"mesh = 'meshes/link.stl'",
    Path("/models/arms/meshes/link.stl"): MESH,
    Path("/models/scenes/../scenes/truss.toml"): b"",
}
ABOUT = About(robot_file="model/arms/arm.toml", scene_file="model/scenes/truss.toml")


def recorded(path, about):
    store = RecordingStore(path, about, sync=False)
    store.append(RECORDING_LOG, pack_batch([Record(1, 0, "gate", 1, b"\x00")]))
    store.close()
    deliveries = read_deliveries(path)
    list(deliveries.records())
    return deliveries.about


def test_a_robot_with_meshes_comes_out_as_it_went_in(tmp_path):
    names = names_in_recording(list(FILES))
    told = msgspec.structs.replace(ABOUT, files={names[path]: content for path, content in FILES.items()})
    about = recorded(tmp_path / "pass.mcap", told)
    model = unpack_model(tmp_path / "pass.mcap", about, tmp_path / "out")
    arm = Path(model.robot_file)
    assert arm.read_bytes() == FILES[Path("/models/arms/arm.toml")]
    assert (arm.parent / "meshes" / "link.stl").read_bytes() == MESH
    assert (arm.parent / ".." / "scenes" / "truss.toml").samefile(model.scene_file)


def test_a_single_file_has_its_own_name():
    assert names_in_recording([Path("/a/b.toml")]) == {Path("/a/b.toml"): "model/b.toml"}


@pytest.mark.parametrize("name", ["model/../../out.toml", "model/a/../../../b"])
def test_no_recording_writes_outside_its_folder(tmp_path, name):
    files = {ABOUT.robot_file: b"", ABOUT.scene_file: b"", name: b"evil"}
    with pytest.raises(FileError, match="outside its folder"):
        unpack_model(tmp_path / "a.mcap", msgspec.structs.replace(ABOUT, files=files), tmp_path / "x" / "y")


def test_a_recording_without_its_model_is_one_line(tmp_path):
    with pytest.raises(FileError, match="does not hold the robot and scene"):
        unpack_model(tmp_path / "a.mcap", About(), tmp_path)
