"""What a run starts with is told before its first process: its protection, and what is weaker than usual."""

import msgspec
import pytest

from ground.report.start_table import start_rows, start_table
from ground.run.prepared import prepared
from ground.station.operation import Asked, operation
from tests.ground.station.station_texts import written

pytestmark = pytest.mark.real_time


@pytest.fixture
def told(tmp_path, monkeypatch):
    """The rows of a station without keys, by name."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    file = written(tmp_path, more="[network]\nfirst_port = 19460\n")
    file.write_text(file.read_text().replace(":10015", ":19459"))
    made = operation(Asked(file, None, None, False), with_console=False)
    with prepared(made.plan) as ready:
        policy = msgspec.structs.replace(made.run.commanding, policy="refill")
        compared = msgspec.structs.replace(made.run, commanding=policy)
        yield [{row.name: row for row in start_rows(ready, run)} for run in (made.run, compared)]


def test_mode_groups_authentication_limits_and_who_may_command_are_told(told):
    usual, _ = told
    assert usual["mode"].value == "OPERATE, REHEARSAL"
    assert usual["windows"].value.endswith("2090-01-01T00:00:00.000Z to 2090-01-01T00:20:00.000Z")
    assert "239.192.70.1:19460" in usual["groups"].value
    assert usual["may command"].value.startswith("console, console-2")
    assert {"limits hash", "free disk", "receive buffer", "interface", "policy"} <= usual.keys()


def test_what_is_weaker_than_usual_is_marked(told):
    usual, compared = told
    assert usual["authentication"].is_weaker
    assert not usual["policy"].is_weaker
    assert compared["policy"].is_weaker
    lines = start_table(list(compared.values()))
    assert [line.split()[1] for line in lines if line.startswith("!")][:2] == ["authentication", "policy"]
