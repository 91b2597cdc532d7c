"""The export for others: known schemas, UTC, and nothing that only this program could read."""

import base64
import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from mcap.reader import make_reader

from ground.cli import main
from ground.command_list import BAD_FILE, DONE
from ground.export.foxglove_file import export_foxglove
from ground.pictures.default_cameras import default_cameras
from predictor.model.quaternions import rotation_from_quaternion
from predictor.run_model import read_model
from telemetry.recording.records.record import VIRTUAL_ZERO_NS, About
from telemetry.wire.routes import ROUTES
from tests.ground.export.export_bench import CARRIERS, RUN, S, Said, picture, read, short_pass
from tests.ground.export.foxglove_library import encoded

ONE_MICRON = 1e-6  # [m]
MODEL = read_model(RUN)
OUTSIDER = Path(__file__).with_name("outsider.py")


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("export")
    export_foxglove(short_pass().recorded(folder / "pass.mcap"), folder / "out.mcap")
    return folder / "out.mcap"


@pytest.fixture(scope="module")
def topics(exported):
    return read(exported)


@pytest.mark.real_time
def test_an_outsiders_twenty_lines_read_joints_pictures_and_events(exported, tmp_path):
    assert len(OUTSIDER.read_text().splitlines()) <= 20
    command = [sys.executable, "-I", str(OUTSIDER), str(exported)]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert told.count("joint_1=") == 4
    assert "HOLD pressed by" in told
    [png] = tmp_path.glob("camera-global-*.png")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_foxgloves_own_library_takes_every_message_of_a_known_schema(topics):
    known = [row for rows in topics.values() for row in rows if row[0].startswith("foxglove.")]
    names = ("CameraCalibration", "CompressedImage", "FrameTransforms", "JointStates", "Log", "SceneUpdate")
    assert {name for name, _, _ in known} == {f"foxglove.{name}" for name in names}
    assert all(encoded(name, told) for name, _, told in known)


def test_foxgloves_own_library_refuses_what_is_not_of_its_schema():
    with pytest.raises(TypeError):
        encoded("foxglove.Log", {"text": "?"})


def test_every_class_of_message_is_there_as_itself_with_who_said_it(topics):
    for kind in set(ROUTES) - CARRIERS:
        schema, _, told = topics[f"/messages/{kind.__name__}"][-1]
        assert (schema, told["sender"] != "") == (f"farhand.{kind.__name__}", True)
        assert {*told} == {"sender", "id", *kind.__struct_fields__}
    assert not {f"/messages/{kind.__name__}" for kind in CARRIERS} & set(topics)


def test_a_message_of_a_class_that_nobody_here_knows_is_there_by_its_keys(topics):
    [(_, _, told)] = topics["/messages/unknown"]
    octets = base64.b64encode(b"\x01\x02").decode()
    assert told == {"sender": "predictor", "id": 999, "mood": "calm", "octets": octets}


def test_each_schema_is_an_object_that_names_units(exported):
    with exported.open("rb") as file:
        schemas = {row.name: json.loads(row.data) for row in make_reader(file).get_summary().schemas.values()}
    assert {schema["type"] for schema in schemas.values()} == {"object"}
    assert schemas["farhand.Telemetry"]["properties"]["q"]["description"] == "[rad] measured"


def test_times_are_utc_and_the_file_says_when_mission_time_began(exported, topics):
    assert topics["/joints/measured"][1][1] == VIRTUAL_ZERO_NS + S // 10
    with exported.open("rb") as file:
        [told] = make_reader(file).iter_metadata()
    assert (told.name, int(told.metadata["zero_utc_ns"])) == ("farhand", VIRTUAL_ZERO_NS)
    assert told.metadata["run_id"] == RUN.run_id


def test_the_tree_of_frames_joins_the_world_to_every_tool(topics):
    parents = {
        frame["child_frame_id"]: frame["parent_frame_id"]
        for _, _, told in topics["/tf"]
        for frame in told["transforms"]
    }
    for which in ("measured", "commanded", "estimated"):
        frame, path = f"{which}/tool", []
        while frame in parents:
            path.append(frame := parents[frame])
        assert path == [*(f"{which}/joint_{number}" for number in range(6, 0, -1)), "base", "world"]


def test_the_cameras_hang_in_the_tree_and_look_at_what_they_are_meant_to(topics):
    frames = {frame["child_frame_id"]: frame for _, _, told in topics["/tf"] for frame in told["transforms"]}
    for camera in default_cameras(MODEL.robot, MODEL.scene):
        frame = frames[f"camera/{camera.name}"]
        assert frame["parent_frame_id"] == {"tool": "measured/tool", "platform": "base"}[camera.mount]
        R = rotation_from_quaternion(np.array([frame["rotation"][axis] for axis in "wxyz"]))
        assert camera.position_m + R[:, 2] * camera.sight_m == pytest.approx(camera.look_at_m, abs=ONE_MICRON)
        [(_, _, told)] = topics[f"/calibration/{camera.name}"]
        assert told["K"][4] == pytest.approx(told["height"] / 2 / math.tan(camera.fov / 2))


def test_shapes_stand_in_frames_that_are_told(topics):
    frames = {frame["child_frame_id"] for _, _, told in topics["/tf"] for frame in told["transforms"]}
    scenes = [topic for topic in topics if topic.startswith("/scene")]
    assert sorted(scenes) == ["/scene", "/scene/commanded", "/scene/estimated", "/scene/measured"]
    for topic in scenes:
        [(_, _, told)] = topics[topic]
        assert {entity["frame_id"] for entity in told["entities"]} <= frames


def test_the_predictors_frames_come_twenty_times_a_second_and_its_joints_all(topics):
    first = [told["transforms"][0]["child_frame_id"] for _, _, told in topics["/tf"]]
    commanded = [name for name in first if name == "commanded/joint_1"]
    assert (len(commanded), len(topics["/joints/commanded"])) == (8, 40)


def test_what_is_missing_of_a_picture_is_black_and_an_event(tmp_path):
    said = Said()
    said.show(0.1, picture(number=1), without=range(30))
    said.show(0.2, picture(number=2))
    export_foxglove(said.recorded(tmp_path / "pass.mcap"), tmp_path / "out.mcap")
    topics = read(tmp_path / "out.mcap")
    assert len(topics["/camera/global"]) == 2
    [(_, _, told)] = topics["/log"]
    assert (told["name"], told["message"]) == ("camera/global", "50 % of picture 1 is missing: black")


def test_a_recording_without_a_model_has_messages_and_no_arm(tmp_path):
    path = short_pass().recorded(tmp_path / "pass.mcap", About())
    topics = export_foxglove(path, tmp_path / "out.mcap").topics
    assert topics["/messages/Telemetry"] == 5
    assert not [topic for topic in topics if topic.startswith(("/joints", "/tf", "/scene"))]


def test_nothing_is_overwritten_and_an_unknown_file_is_refused_in_one_line(exported, tmp_path, capsys):
    recording = str(exported.with_name("pass.mcap"))
    strange = tmp_path / "strange.mcap"
    strange.write_bytes(b"no recording")
    for path, out, problem in (
        (recording, exported, "out.mcap: exists; choose another name"),
        (str(strange), tmp_path / "o.mcap", "strange.mcap: "),
        (str(exported), tmp_path / "o.mcap", "out.mcap: "),
    ):
        assert main(["record", "export", path, "--foxglove", str(out)]) == BAD_FILE
        told = capsys.readouterr().err
        assert (problem in told, told.count("\n")) == (True, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["strange.mcap"]


def test_the_command_says_how_much_it_wrote_and_where(exported, tmp_path, capsys):
    out = tmp_path / "o.mcap"
    assert main(["record", "export", str(exported.with_name("pass.mcap")), "--foxglove", str(out)]) == DONE
    assert f"topics in {out}\ndamage     none\n" in capsys.readouterr().out
