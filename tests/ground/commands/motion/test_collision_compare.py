"""`farhand collision compare` as it is typed."""

import json

import numpy as np
import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, USAGE

HEAD = "t_s," + ",".join(f"joint_{i}_deg" for i in range(1, 7))
ROWS = ("0.0,0,-110,-110,0,-40,0", "4.0,0,-125,-110,0,-40,0", "5.5,0,-140,-110,0,-40,0")


def table(folder, *rows, head=HEAD):
    path = folder / "down.csv"
    path.write_text("\n".join([head, *rows]))
    return str(path)


def test_a_table_is_compared_through_the_world_of_a_scenario(tmp_path, capsys):
    picture, answer = tmp_path / "down.svg", tmp_path / "down.json"
    command = ["collision", "compare", table(tmp_path, *ROWS), "--scenario", "short_link", "--quick"]
    methods = ["--method", "capsules", "--method", "obb"]
    assert main([*command, *methods, "--picture", str(picture), "--json", str(answer)]) == DONE
    shown, found = capsys.readouterr().out, json.loads(answer.read_text())
    assert [method["name"] for method in found["methods"]] == ["capsules", "obb"]
    assert found["required_m"] == pytest.approx(0.03)
    assert found["motion"]["begins_s"] == 0.0 and found["motion"]["ends_s"] == 5.5
    unsafe_s = [method["unsafe"]["s"] for method in found["methods"]]
    assert 4.0 < unsafe_s[1] <= unsafe_s[0] < 5.5
    assert found["methods"][0]["cost"]["pose"]["ratio"] == 1.0
    assert "down.csv: shiyan7_like in adjacent_target" in shown and "obb differs from capsules" in shown
    assert picture.read_text().startswith("<?xml")


def test_a_table_is_compared_through_robot_and_scene_files(tmp_path, capsys):
    command = [
        "collision",
        "compare",
        table(tmp_path, *ROWS[:2]),
        "--robot",
        "scenarios/robots/shiyan7_like.toml",
    ]
    assert main([*command, "--method", "capsules", "--no-cost", "--required", "0.3", "--json", "-"]) == DONE
    found = json.loads(capsys.readouterr().out)
    assert found["scene"] == "nothing" and found["required_m"] == 0.3
    assert found["methods"][0]["unsafe"]["s"] == 0.0  # two parts of it are 0.224 m apart


@pytest.mark.parametrize(
    ("rows", "head", "told"),
    [
        (ROWS[:1], HEAD, "1 poses make no motion"),
        ((), HEAD, "0 poses make no motion"),
        ((ROWS[0], "4.0,0,-125"), HEAD, "row 3: has 3 values; 7 are right"),
        ((ROWS[0], "4.0,0,x,-110,0,-40,0"), HEAD, "row 3: joint_2_deg: 'x' is no number"),
        ((ROWS[0], "4.0,0,nan,-110,0,-40,0"), HEAD, "not finite"),
        ((ROWS[1], ROWS[0]), HEAD, "times must grow"),
        (ROWS, HEAD.replace("joint_3_deg", "joint_33_deg"), "joint_33_deg: is no column; did you mean"),
        (ROWS, HEAD.replace("joint_3_deg", "joint_2_deg"), "joint_2_deg: is there twice"),
        (ROWS, HEAD.replace("t_s,", ""), "has no column t_s"),
        ((), "", "has no column t_s"),
    ],
)
def test_a_table_that_is_none_is_told_in_one_line(tmp_path, capsys, rows, head, told):
    command = ["collision", "compare", table(tmp_path, *rows, head=head), "--scenario", "short_link"]
    assert main([*command, "--method", "capsules", "--no-cost"]) == BAD_FILE
    (line,) = [line for line in capsys.readouterr().err.splitlines() if line.startswith("farhand: ")]
    assert "down.csv" in line and told in line


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["nowhere"], BAD_FILE, "no such scenario"),
        (["nowhere.mcap"], BAD_FILE, "nowhere.mcap: cannot be read"),
        (["nowhere.csv", "--scenario", "short_link"], BAD_FILE, "nowhere.csv: cannot be read"),
        (["a.csv"], USAGE, "a table needs an arm"),
        (["a.csv", "--scenario", "short_link", "--robot", "x.toml"], USAGE, "a table needs an arm"),
        (["a.csv", "--scenario", "short_link", "--scene", "x.toml"], USAGE, "--scene belongs to --robot"),
        (["short_link", "--robot", "x.toml"], USAGE, "this motion has its own"),
        (["short_link", "--method", "capsuls"], USAGE, "did you mean 'capsules'"),
        (["short_link", "--method", "obb", "--method", "obb"], USAGE, "named twice"),
        (["short_link", "--required", "-1"], USAGE, "--required '-1' is no clearance (0 to 10 m)"),
        (["short_link", "--seed", "-1"], USAGE, "--seed '-1' is no seed (0 to 2^63 - 1)"),
        (["short_link", "--picture", "x.pdf"], BAD_FILE, "must end in .svg, .png"),
        (["short_link", "--json", "no/such/folder.json"], BAD_FILE, "cannot be written"),
    ],
)
def test_what_cannot_be_compared_is_refused_before_anything_is_flown(capsys, arguments, code, told):
    assert main(["collision", "compare", *arguments]) == code
    assert told in capsys.readouterr().err


@pytest.mark.sweep
def test_a_scenario_and_its_recording_are_the_same_motion(tmp_path):
    """What is flown for the comparison is what `rehearse` flies."""
    recording, by_name, by_file = (tmp_path / name for name in ("flown.mcap", "name.json", "file.json"))
    options = ["--method", "capsules", "--no-cost", "--json"]
    flight = [
        "rehearse",
        "short_link",
        "--headless",
        "--fast",
        "--no-cameras",
        "--no-report",
        "--record",
        str(recording),
    ]
    assert main(flight) == DONE
    assert main(["collision", "compare", "short_link", *options, str(by_name)]) == DONE
    assert main(["collision", "compare", str(recording), *options, str(by_file)]) == DONE
    one, other = (json.loads(path.read_text()) for path in (by_name, by_file))
    assert one["motion"].pop("name") == "short_link" and other["motion"].pop("name") == "flown.mcap"
    assert one == other
    assert one["motion"]["moves"] > 30 and not np.allclose(np.diff(one["samples"]["times_s"]), 0.0)
