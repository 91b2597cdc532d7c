"""What stands before the first process of a run is started."""

import pytest

from ground.run.kept.history import run_row
from ground.run.kept.known_runs import find_run
from ground.run.kept.locks import living
from ground.run.kept.run_folder import make_folder
from ground.run.prepared import prepared
from ground.run.run_plan import RunPlan
from telemetry.files.settings import FileError
from tests.full_disk import nothing_fits


@pytest.fixture
def plan(tmp_path):
    return RunPlan(folder=make_folder(tmp_path, "run"), run_id="test", mode="rehearsal", specs=(), up_s=3.5)


@pytest.mark.real_time
def test_others_find_a_run_before_anything_of_it_is_started(plan):
    with prepared(plan) as ready:
        assert find_run(str(plan.folder.path)) == ready.known
        assert (run_row(plan.folder.path).state, ready.known.up_s) == ("starting", 3.5)
    assert living(plan.folder.path) == {}


@pytest.mark.real_time
@pytest.mark.parametrize("error", [FileError("pass.toml", "start_q_deg", "touches"), KeyboardInterrupt()])
def test_of_a_run_that_is_refused_or_given_up_before_it_starts_nothing_is_left(plan, monkeypatch, error):
    monkeypatch.setattr("ground.run.prepared.write_launches", lambda plan, addresses: fail(error))
    with pytest.raises(type(error)), prepared(plan):
        pytest.fail("it was to be refused")
    assert not plan.folder.path.exists()


def fail(error):
    raise error


def test_a_run_that_nobody_could_find_is_none(plan):
    with nothing_fits(), pytest.raises(FileError, match="cannot hold a run"), prepared(plan):
        pytest.fail("it was to be refused")
