"""Names, units and limits of the figures of messages."""

from ground.scenario.scenario import load, run_settings
from ground.series.catalogue import catalogue, figure_columns
from ground.series.columns import columns_of
from telemetry.agreed.limits import QUIET_RAD
from telemetry.messages.spacecraft import Telemetry

RUN = run_settings(load("observation_pass"), seed=1, run_id="")
ROWS = {row.name: row for row in catalogue(RUN)}


def test_a_figure_is_named_by_its_message_and_key_and_joints_count_from_one():
    assert ROWS["Telemetry.q[3]"].header == "Telemetry.q[3] [rad]"
    assert {"Telemetry.rate_base.x", "GateStatus.last.qdd[6]", "GateStatus.has_window"} <= ROWS.keys()
    assert "Telemetry.q[7]" not in ROWS


def test_texts_and_stamps_are_no_figures_and_neither_is_what_no_screen_receives():
    assert not {"Telemetry.mode", "Telemetry.sampled_ns", "Truth.clearance", "ReplayStatus.at"} & ROWS.keys()


def test_limits_are_those_of_the_robot_of_what_is_required_and_of_rest():
    assert ROWS["PredictedArm.q_commanded[2]"].limits == RUN.reach[1]
    assert ROWS["Telemetry.qd[2]"].limits == (-RUN.rates[1], RUN.rates[1])
    assert ROWS["PredictedArm.scene.distance"].limits == (RUN.margins.required_m,)
    assert ROWS["PredictedArm.residual"].limits == (QUIET_RAD,)
    assert ROWS["Telemetry.currents[2]"].limits == ()


def test_a_figure_is_the_column_that_an_exported_table_has():
    exported = [column.name for column in columns_of(Telemetry, [f".joint_{i}" for i in range(1, 7)])]
    named = [column.name.replace("[", ".joint_").rstrip("]") for column in figure_columns(Telemetry, 6)]
    assert set(named) <= set(exported)
