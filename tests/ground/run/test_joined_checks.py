import math
from dataclasses import replace

import pytest

from ground.run.joined_checks import FIGURES, joined_checks
from predictor.model.data_checks import CheckRow
from predictor.model.files.robot_file import read_robot
from telemetry.agreed.data_checks import DataCheck
from telemetry.files.settings import FileError
from telemetry.link.data_limits import figure_of
from tests.nominal_run import ROBOT

ARM = replace(read_robot(ROBOT), checks=())
DEG = math.radians(1.0)
WARM = CheckRow(quantity="temperature_k", joints=("joint_2",), soft=(260.0, 340.0), hard=(250.0, 350.0))


def joined(robot_rows, station_rows=()):
    return joined_checks(replace(ARM, checks=tuple(robot_rows)), tuple(station_rows), "station.toml")


def test_degrees_of_a_file_become_radians_and_joints_are_counted_from_one():
    rates = CheckRow(quantity="speed_deg_s", joints=("joint_2",), hard=(-8.0, 8.0), jump=2.0, rate=4.0)
    [check] = joined([rates])
    assert (check.parameter, check.unit) == ("Telemetry.qd[2]", "rad/s")
    assert (*check.hard, check.jump, check.rate) == pytest.approx((-8 * DEG, 8 * DEG, 2 * DEG, 4 * DEG))


def test_other_units_stay_as_they_are():
    assert joined([WARM]) == (
        DataCheck(parameter="Telemetry.temperatures[2]", unit="K", soft=(260.0, 340.0), hard=(250.0, 350.0)),
    )


def test_of_both_files_the_narrower_limit_holds():
    stricter = CheckRow(quantity="temperature_k", soft=(230.0, 330.0), stale_s=2.0, inhibits=True)
    found = {each.parameter: each for each in joined([WARM], [stricter])}
    both, other = found["Telemetry.temperatures[2]"], found["Telemetry.temperatures[1]"]
    assert (both.soft, both.hard, both.stale_s, both.inhibits) == ((260.0, 330.0), (250.0, 350.0), 2.0, True)
    assert (other.soft, other.hard) == ((230.0, 330.0), None)


def test_limits_that_no_value_keeps_together_are_refused_in_one_line():
    cold = CheckRow(quantity="temperature_k", hard=(100.0, 200.0))
    with pytest.raises(FileError, match=r"station.toml: check: no Telemetry.temperatures\[2\]"):
        joined([WARM], [cold])


def test_every_quantity_is_a_figure_that_can_be_checked():
    joints = ("Telemetry.q", "Telemetry.qd", "Telemetry.currents", "Telemetry.temperatures")
    for figure, unit in FIGURES.values():
        assert figure_of(f"{figure}[1]" if figure in joints else figure).name == figure
        assert unit
