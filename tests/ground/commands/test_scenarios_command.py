"""`farhand scenarios NAME`: one scenario, with what it asks of a person and what it trains."""

import json
import tomllib

import numpy as np
import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, USAGE
from ground.pictures.png import SIGNATURE
from ground.scenario.scenario_files import data_folder, names


@pytest.mark.parametrize("name", names(data_folder()))
def test_every_shipped_scenario_says_what_it_asks_of_a_person_and_what_it_trains(name):
    said = tomllib.loads((data_folder() / f"{name}.toml").read_text())
    assert len(said["task"]) > 40 and said["task"].endswith(".")
    assert len(said["trains"]) > 20 and not said["trains"].endswith(".")


def test_a_scenario_is_told_with_its_task_and_how_it_is_flown(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    assert main(["scenarios", "escape"]) == DONE
    told = capsys.readouterr().out
    assert told.startswith("escape: an arm 24.6 mm from the handrail")
    assert "  task       The arm stands 24.6 mm from the handrail, where 30 are required." in told
    assert "  trains     the way out from where no usual motion may begin" in told
    assert "  by hand    farhand rehearse escape --operator person" in told


def test_a_scenario_of_ones_own_that_says_no_task_is_told_too(capsys, tmp_path):
    text = (data_folder() / "short_link.toml").read_text()
    kept = [line for line in text.splitlines() if not line.startswith(("task", "trains"))]
    (tmp_path / "mine.toml").write_text("\n".join(kept))
    assert main(["scenarios", str(tmp_path / "mine.toml")]) == DONE
    assert "task       nothing is said of it" in capsys.readouterr().out


def test_one_scenario_has_the_shape_of_the_list(capsys):
    assert main(["scenarios", "escape", "--json", "-"]) == DONE
    [row] = json.loads(capsys.readouterr().out)["scenarios"]
    assert row["name"] == "escape" and row["trains"] == "the way out from where no usual motion may begin"


def test_a_scenario_that_is_not_there_is_one_line_with_the_nearest(capsys):
    assert main(["scenarios", "escap"]) == BAD_FILE
    assert "no such scenario; did you mean 'escape'?" in capsys.readouterr().err


def test_a_picture_is_a_png_of_the_scenario_that_is_named(capsys, monkeypatch, tmp_path):
    drawn = []

    def picture_of(source):
        drawn.append(source)
        return np.zeros((4, 6, 3), dtype=np.uint8)

    monkeypatch.setattr("ground.commands.scenarios.picture_of", picture_of)
    picture = tmp_path / "escape.png"
    assert main(["scenarios", "escape", "--picture", str(picture)]) == DONE
    assert drawn == ["escape"] and picture.read_bytes().startswith(SIGNATURE)
    assert main(["scenarios", "escape", "--picture", str(tmp_path / "escape.svg")]) == BAD_FILE
    assert "its name must end in .png" in capsys.readouterr().err
    assert main(["scenarios", "--picture", str(tmp_path / "all.png")]) == USAGE
    assert [path.name for path in tmp_path.iterdir()] == ["escape.png"]
