"""Where shared data are missing, their tests fail in the checks of a change, and are skipped elsewhere."""

from pathlib import Path

import pytest

from tests import shared_data
from tests.shared_data import CHECKS, shared_file

CI_RUN = Path(__file__).parents[1] / ".ci" / "run"
MISSING = r"shared data are not there: .*line\.csv"


@pytest.fixture(autouse=True)
def nowhere(monkeypatch, tmp_path):
    """No data beside the repository, and no checks of a change."""
    monkeypatch.setattr(shared_data, "SHARED", tmp_path)
    for check in CHECKS:
        monkeypatch.delenv(check, raising=False)


@pytest.mark.parametrize("check", CHECKS)
def test_missing_data_fail_the_checks_of_a_change(monkeypatch, check):
    monkeypatch.setenv(check, "1")
    with pytest.raises(pytest.fail.Exception, match=MISSING):
        shared_file("line.csv")


def test_elsewhere_missing_data_skip_the_test_with_a_reason():
    with pytest.raises(pytest.skip.Exception, match=MISSING):
        shared_file("line.csv")


def test_data_that_are_there_are_handed_out(tmp_path):
    (tmp_path / "line.csv").touch()
    assert shared_file("line.csv") == tmp_path / "line.csv"


def test_the_check_of_a_change_says_so():
    if not CI_RUN.exists():
        pytest.skip("a source distribution has no .ci/run")
    assert "export FARHAND_CI=1" in CI_RUN.read_text()
