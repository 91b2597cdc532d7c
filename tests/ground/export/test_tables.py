"""The tables for others: one for each class, flat, with units in the header, UTC and mission time."""

import csv
import importlib.util

import pytest
from pyarrow import parquet

from ground.cli import main
from ground.command_list import BAD_FILE, USAGE
from ground.export.table_files import export_csv as export_csv
from ground.export.table_files import export_parquet as export_parquet
from ground.series.columns import columns_of
from telemetry.messages.command import Motion
from telemetry.messages.queue import GateStatus
from telemetry.messages.spacecraft import Telemetry
from telemetry.wire.routes import ROUTES
from tests.ground.export.export_bench import CARRIERS, short_pass


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    return short_pass().recorded(tmp_path_factory.mktemp("tables") / "pass.mcap")


@pytest.fixture(scope="module")
def folder(recording):
    export_csv(recording, recording.with_name("csv"))
    return recording.with_name("csv")


def rows(folder, name):
    with (folder / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_every_class_has_a_table_and_so_have_commands_events_and_what_nobody_knows(folder):
    names = {kind.__name__ for kind in set(ROUTES) - CARRIERS} - {"CommandChanges"}
    assert {path.stem for path in folder.iterdir()} == names | {"commands", "events", "unknown"}


def test_a_row_tells_utc_mission_time_and_who_said_it(folder):
    row = rows(folder, "Telemetry")[1]
    assert list(row.items())[:3] == [
        ("utc", "2000-01-01T00:00:00.100000000Z"), ("t [s]", "0.1"), ("sender", "bridge"),
    ]  # fmt: skip
    assert (row["q.joint_1 [rad]"], row["brakes_on"], row["locked.joint_6"]) == ("0.0", "false", "false")


def test_columns_are_flat_and_name_joint_axis_and_unit():
    joints = (".a", ".b")
    headers = [column.header for column in columns_of(Telemetry, joints)]
    assert [header for header in headers if header.startswith(("qd", "quat", "p_world", "rate"))] == [
        "qd.a [rad/s]", "qd.b [rad/s]",
        "quat_world_base.w", "quat_world_base.x", "quat_world_base.y", "quat_world_base.z",
        "p_world_base.x [m]", "p_world_base.y [m]", "p_world_base.z [m]",
        "rate_base.x [rad/s]", "rate_base.y [rad/s]", "rate_base.z [rad/s]",
    ]  # fmt: skip
    assert "last.qdd.b [rad/s^2]" in [column.header for column in columns_of(GateStatus, joints)]


def test_what_is_absent_is_an_empty_cell(folder):
    motion = Motion.__struct_fields__
    assert motion == ("set_point", "repeat")
    columns = [column for column in columns_of(Motion, (".a",)) if column.name.startswith("repeat.")]

    class Told:
        repeat = None

    assert {column.get(Told) for column in columns} == {None}
    assert rows(folder, "GateStatus")[0]["time_step [s]"] == "0.25"


def test_parquet_holds_the_same_rows_with_their_types_and_units(recording, folder):
    told = export_parquet(recording, recording.with_name("parquet"))
    table = parquet.read_table(recording.with_name("parquet") / "Telemetry.parquet")
    assert table.num_rows == told.tables["Telemetry"] == len(rows(folder, "Telemetry"))
    assert str(table.schema.field("utc").type) == "timestamp[ns, tz=UTC]"
    assert table.schema.field("q.joint_1 [rad]").metadata == {b"unit": b"rad"}
    assert table.column("brakes_on").to_pylist()[0] is False


def test_without_the_library_one_line_says_what_brings_it(recording, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["record", "export", str(recording), "--parquet", str(tmp_path / "p")]) == USAGE
    assert "pip install '.[parquet]'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_where_one_of_several_cannot_be_written_none_is(recording, tmp_path, capsys):
    (tmp_path / "taken").mkdir()
    asked = ["--foxglove", str(tmp_path / "new.mcap"), "--csv", str(tmp_path / "taken")]
    assert main(["record", "export", str(recording), *asked]) == BAD_FILE
    assert "taken: exists" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_an_export_of_nothing_says_what_there_is(recording, capsys):
    assert main(["record", "export", str(recording)]) == USAGE
    assert "--foxglove FILE, --csv DIR, --parquet DIR or --commands FILE" in capsys.readouterr().err
