"""An arm of the shared data, imported and filled in, is flown; as it comes it is refused."""

import re

import pytest

from ground.cli import main
from tests.shared_data import shared_file

FILLED_IN = {
    "home_deg": "[0.0, 0.0, 0.0, 0.0, 0.0, 0.0]",
    "acceleration_max_deg": "20.0",
    "jerk_max_deg": "80.0",
}
ROOM = """
name = "room"
[[box]]
name = "table"
body = "base"
centre = [0.0, 1.5, -0.5]
size = [0.5, 0.5, 0.2]
"""
PASS = """
name = "imported"
summary = "an imported arm moves its joints"
robot = "mh6.toml"
scene = "room.toml"
duration_s = 40.0
start_q_deg = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
[link]
up_s = 0.5
down_s = 0.5
[margins]
geometry_m = 0.01
tracking_m = 0.005
model_m = 0.005
[operator]
reaction_s = 0.3
reaction_spread_s = 0.05
retry_s = 0.5
hand_speed_m_s = 0.2
[[act]]
[act.plan]
attempts = 5
[[act.plan.move]]
to_deg = [20.0, 10.0, -10.0, 5.0, 10.0, 15.0]
duration_s = 8.0
[expect]
completed = true
contacts_max = 0
"""


@pytest.fixture
def imported(tmp_path, monkeypatch):
    """Return the folder of a pass whose arm was imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "room.toml").write_text(ROOM)
    (tmp_path / "pass.toml").write_text(PASS)
    source = shared_file("data/robots/motoman_mh6/mh6.urdf")
    assert main(["robot", "import", str(source), "--density", "2000"]) == 0
    return tmp_path


def rehearse():
    """Fly the pass; return the exit code."""
    return main(["rehearse", "pass.toml", "--headless", "--fast", "--no-cameras"])


@pytest.mark.sweep
def test_an_imported_arm_flies_once_it_is_filled_in(imported, capsys):
    text = re.sub(r"speed_max_deg = .*", "speed_max_deg = 10.0", (imported / "mh6.toml").read_text())
    for key, value in FILLED_IN.items():
        text = re.sub(rf'^{key} = "\?".*$', f"{key} = {value}", text, flags=re.MULTILINE)
    (imported / "mh6.toml").write_text(text)
    assert rehearse() == 0
    assert "all that is expected holds" in capsys.readouterr().out


@pytest.mark.sweep
def test_an_imported_arm_is_not_flown_as_it_comes(imported, capsys):
    assert rehearse() == 3
    told = capsys.readouterr().err
    assert "mh6.toml: does not say home_deg; acceleration_max_deg, jerk_max_deg of joint_s" in told
    assert told.count("\n") == 1
