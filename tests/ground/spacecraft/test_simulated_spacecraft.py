"""What `farhand spacecraft` simulates: of a station file, a scenario and what is asked."""

import io
import os

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, UNSAFE, USAGE
from ground.run.kept.usage_error import UsageError
from ground.scenario.scenario import load
from ground.spacecraft.simulated_spacecraft import (
    AskedSpacecraft,
    accepted_sets,
    simulated_spacecraft,
    store_of,
)
from telemetry.files.refused import SafetyError
from telemetry.files.settings import FileError
from telemetry.network.event_log import EventLog
from tests.ground.station.station_texts import LAN, written

KEYS = '"adjacent_target"\nkeys = "keys"'
NOTHING = dict.fromkeys(
    ("keys", "scenario", "delay_s", "jitter_s", "loss", "clock_offset_s", "clock_drift_ppm")
)


@pytest.fixture(autouse=True)
def no_runs(tmp_path, monkeypatch):
    """Whoever operates a station of this name on this host is none of theirs."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def simulated(path, **asked):
    return simulated_spacecraft(
        AskedSpacecraft(path=path, **{**NOTHING, "seed": 1, "unauthenticated": False, **asked})
    )


def test_by_itself_it_is_at_home_behind_the_link_that_the_station_expects(tmp_path):
    settings = simulated(written(tmp_path)).settings
    assert (settings.link.up_s, settings.link.jitter_s, settings.link.loss) == (0.5, 0.005, 0.0)
    assert settings.start_q == pytest.approx((0.0, -1.5707963, -1.5707963, 0.0, 0.0, 0.0))
    assert (settings.truth.clock_offset_s, settings.faults, settings.cameras) == (0.0, (), ())
    assert settings.link.windows_s[-1][0] > 1e9, "windows of UTC count from now"


def test_a_scenario_gives_start_pose_and_truth_and_what_is_asked_goes_before_it(tmp_path):
    asked = {"scenario": "short_link", "delay_s": 3.5, "loss": 0.1, "clock_offset_s": 3600.0}
    settings = simulated(written(tmp_path), **asked).settings
    known = load("short_link")
    assert settings.start_q == known.start_q
    assert settings.truth.payload_kg == known.truth.payload_kg
    assert settings.truth.clock_drift_ppm == known.truth.clock_drift_ppm
    assert (settings.truth.clock_offset_s, settings.link.up_s, settings.link.loss) == (3600.0, 3.5, 0.1)


def test_a_live_station_is_not_simulated(tmp_path):
    with pytest.raises(SafetyError, match="nothing that is simulated speaks in its name"):
        simulated(written(tmp_path, mode='"live"', scene=KEYS))


def test_a_network_without_keys_is_refused_unless_it_is_asked_for(tmp_path):
    path = written(tmp_path, more=LAN)
    with pytest.raises(SafetyError, match="keys"):
        simulated(path)
    assert simulated(path, unauthenticated=True).keys is None


def test_a_scenario_of_another_arm_is_refused(tmp_path):
    with pytest.raises(FileError, match="another one than that of station_arm"):
        simulated(written(tmp_path), scenario="station_arm")


def test_more_jitter_than_delay_is_refused(tmp_path):
    with pytest.raises(UsageError, match="jitter"):
        simulated(written(tmp_path), delay_s=0.0)


def test_a_folder_without_its_keys_is_refused_and_what_to_do_is_said(tmp_path):
    path = written(tmp_path, scene=KEYS)
    with pytest.raises(SafetyError, match="keys: holds no keys"):
        simulated(path)
    assert main(["keys", "new", str(path)]) == DONE
    with pytest.raises(SafetyError, match="keys: holds no key of the spacecraft; install its parcel"):
        simulated(path)


def test_under_its_keys_it_takes_each_set_that_is_installed(tmp_path):
    path, orbit = written(tmp_path, scene=KEYS), tmp_path / "orbit"
    assert main(["keys", "new", str(path)]) == DONE
    (parcel,) = (tmp_path / "keys").glob("for-spacecraft-*")
    assert main(["keys", "install", str(parcel), str(orbit)]) == DONE
    made, log = simulated(path, keys=str(orbit)), io.StringIO()
    sets = accepted_sets(made, store_of(made), EventLog("spacecraft", lambda: 0, log))
    assert main(["keys", "rotate", str(path), "--with", str(orbit)]) == DONE
    sets.refresh()
    assert (len(sets.key_ids), log.getvalue()) == (2, "")


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (["--loss", "1.5"], USAGE, "is no share (0 to 1 of all packets)"),
        (["--clock-offset", "nan"], USAGE, "is no time (0 to 4e+09 s)"),
        (["--los", "0.1"], USAGE, "unknown argument '--los'; did you mean '--loss'?"),
        (["--scenario", "short_lnk"], BAD_FILE, "did you mean 'short_link'?"),
        (["--keys", "nowhere"], UNSAFE, "nowhere: holds no keys"),
    ],
)
def test_a_mistake_is_one_line(tmp_path, capsys, words, code, line):
    path = written(tmp_path, **({"scene": KEYS} if "--keys" in words else {}))
    assert main(["spacecraft", str(path), *words]) == code
    told = capsys.readouterr().err
    assert line in told
    assert told.count(os.linesep) == 1
