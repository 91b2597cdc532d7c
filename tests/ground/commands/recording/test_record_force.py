"""`farhand record force`: the flown experiment, read back from its recording and drawn."""

import json

import numpy as np
import pytest
from msgspec.structs import replace

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, USAGE
from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load

GAIN = 40.0
DELAYS_S = {"commanded": 8.75, "released": 7.0}  # the operator's whole loop, and the link alone


def test_a_recording_without_a_bilateral_hand_is_told_in_one_line(tmp_path, capsys):
    path = tmp_path / "none.mcap"
    assert main(["record", "force", str(path)]) == BAD_FILE
    assert "none.mcap" in capsys.readouterr().err


def test_a_picture_belongs_to_the_force(tmp_path, capsys):
    assert main(["record", "info", str(tmp_path / "a.mcap"), "--picture", "a.png"]) == USAGE
    assert "record force" in capsys.readouterr().err


@pytest.fixture(scope="module", params=DELAYS_S)
def flown(tmp_path_factory, request):
    """The scenario's recording as the command reads it, with the tool sent as asked for, or as it leaves."""
    folder, scenario = tmp_path_factory.mktemp("flown"), load("teleop_position")
    hand = replace(scenario.hand, force=replace(scenario.hand.force, sent=request.param))
    recording, told = folder / "run.mcap", folder / "force.json"
    fly(replace(scenario, hand=hand), Flight(seed=1, cameras=False, recording=recording))
    picture = folder / "force.png"
    assert main(["record", "force", str(recording), "--picture", str(picture), "--json", str(told)]) == DONE
    assert picture.stat().st_size > 10_000
    return {"delay_s": DELAYS_S[request.param], **json.loads(told.read_text())}


def column(flown, name):
    return np.array(flown["samples"][name])[:, 1]


@pytest.mark.sweep
def test_flown_steady_motion_is_felt_as_gain_times_speed_times_delay(flown):
    t, force = np.array(flown["samples"]["at_s"]), column(flown, "force_n")
    sent = column(flown, "sent_m")
    for begin_s, end_s in ((26.0, 33.0), (60.0, 62.0)):
        steady = (t > begin_s) & (t < end_s)
        speed = np.polyfit(t[steady], sent[steady], 1)[0]
        assert np.mean(force[steady]) == pytest.approx(-GAIN * speed * flown["delay_s"], rel=0.02)


@pytest.mark.sweep
def test_flown_force_is_gone_when_the_delay_after_a_stop_is_over(flown):
    t, force, sent = np.array(flown["samples"]["at_s"]), column(flown, "force_n"), column(flown, "sent_m")
    first = t < 48.0
    stopped_s = t[first][np.argmax(sent[first] > sent[first].max() - 1e-6)]
    over_s = stopped_s + flown["delay_s"]
    during, after = (t > over_s - 2.75) & (t < over_s - 1.75), (t > over_s + 0.3) & (t < 48.0)
    assert np.abs(force[during]).min() > 0.5
    assert np.abs(force[after]).max() < 0.05
