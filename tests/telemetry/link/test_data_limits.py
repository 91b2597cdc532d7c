import math

import msgspec
import pytest

from telemetry.agreed.data_checks import DataCheck
from telemetry.link.data_limits import (
    BASE_FIGURES,
    JOINT_FIGURES,
    LINK_FIGURES,
    Breach,
    Measured,
    breaches,
    figure_of,
    value_in,
)
from telemetry.messages.link import FollowedTime, LinkStatus, LinkWay
from tests.telemetry.test_bridge_role import telemetry

S, MS = 1_000_000_000, 1_000_000
REPORT_NS = 100 * MS
NEXT_NS = 150 * MS
WHOLE = {"parameter": "Telemetry.temperatures[1]", "unit": "K"}


def check(**limits):
    return DataCheck(**WHOLE, **limits)


def found(limits, value, before=None, *, apart_ns=REPORT_NS):
    was = None if before is None else Measured(before, S)
    return [*breaches(check(**limits), was, Measured(value, S + apart_ns), next_ns=NEXT_NS)]


@pytest.mark.parametrize("value", [-1.0, 0.0, 1.0])
def test_a_value_on_or_within_its_limits_breaks_none(value):
    assert found({"soft": (-1.0, 1.0), "hard": (-2.0, 2.0)}, value) == []


@pytest.mark.parametrize(("value", "limit"), [(1.5, 1.0), (-1.5, -1.0)])
def test_a_value_beyond_soft_names_the_side_that_it_breaks(value, limit):
    assert found({"soft": (-1.0, 1.0), "hard": (-2.0, 2.0)}, value) == [Breach("soft", value, limit)]


@pytest.mark.parametrize(("value", "limit"), [(2.5, 2.0), (-2.5, -2.0)])
def test_a_value_beyond_hard_is_not_told_as_soft_too(value, limit):
    assert found({"soft": (-1.0, 1.0), "hard": (-2.0, 2.0)}, value) == [Breach("hard", value, limit)]


@pytest.mark.parametrize("value", [5.0, -3.0])
def test_a_jump_is_the_change_from_one_report_to_the_next_either_way(value):
    assert found({"jump": 3.9}, value, before=1.0) == [Breach("jump", 4.0, 3.9)]
    assert found({"jump": 4.0}, value, before=1.0) == []


def test_after_a_gap_there_is_no_jump_but_still_a_rate():
    assert found({"jump": 0.1, "rate": 0.9}, 2.0, before=1.0, apart_ns=S) == [Breach("rate", 1.0, 0.9)]


def test_a_rate_is_by_the_clock_of_the_reports():
    assert found({"rate": 9.9}, 2.0, before=1.0) == [Breach("rate", 10.0, 9.9)]
    assert found({"rate": 10.1}, 2.0, before=1.0) == []


@pytest.mark.parametrize("apart_ns", [0, -S])
def test_a_clock_that_was_set_back_makes_no_rate(apart_ns):
    assert found({"jump": 0.1, "rate": 0.1}, 2.0, before=1.0, apart_ns=apart_ns) == []


def test_the_first_value_has_no_change():
    assert found({"jump": 0.1, "rate": 0.1}, 2.0) == []


@pytest.mark.parametrize("name", JOINT_FIGURES)
def test_joints_count_from_one_and_a_joint_that_a_report_has_not_is_no_value(name):
    field = name.partition(".")[2]
    report = msgspec.structs.replace(telemetry(), **{field: (0.0, 7.0, 0.0)})
    assert value_in(report, figure_of(f"{name}[2]")) == 7.0
    assert value_in(report, figure_of(f"{name}[4]")) is None


def test_of_the_base_it_is_a_length_and_the_angle_it_has_turned():
    half = math.radians(30.0) / 2.0
    report = msgspec.structs.replace(
        telemetry(),
        rate_base=(0.0, 3.0, 4.0),
        p_world_base=(2.0, 3.0, 6.0),
        quat_world_base=(math.cos(half), 0.0, math.sin(half), 0.0),
    )
    values = [value_in(report, figure_of(name)) for name in BASE_FIGURES]
    assert values == pytest.approx([5.0, 7.0, math.radians(30.0)])


def test_of_the_link_it_is_what_was_measured_or_nothing_yet():
    way = LinkWay(state="ok", reason="", age=0.0, rate=4.0, packets=1, lost=0)
    trip = FollowedTime(value=7.0, uncertainty=0.0, drift=0.0, drift_uncertainty=0.0, age=0.0)
    status = LinkStatus(state="ok", up=way, down=way, round_trip=trip, clock=None)
    assert [value_in(status, figure_of(name)) for name in LINK_FIGURES] == [7.0, None]


@pytest.mark.parametrize(
    "name", ["Telemetry.q", "Telemetry.rate_base[1]", "Telemetry.mode", "GateStatus.q[1]"]
)
def test_a_figure_that_cannot_be_checked_is_refused(name):
    with pytest.raises(ValueError, match="can be checked"):
        figure_of(name)
