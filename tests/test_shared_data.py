"""Where shared data are missing, their tests are skipped; the checks of a change take no skip."""

from pathlib import Path

import pytest

from tests import shared_data
from tests.shared_data import shared_file

CI_RUN = Path(__file__).parents[1] / ".ci" / "run"


def test_missing_data_skip_the_test_with_a_reason(monkeypatch, tmp_path):
    monkeypatch.setattr(shared_data, "SHARED", tmp_path)
    with pytest.raises(pytest.skip.Exception, match=r"shared data are not there: .*line\.csv"):
        shared_file("line.csv")


def test_data_that_are_there_are_handed_out(monkeypatch, tmp_path):
    monkeypatch.setattr(shared_data, "SHARED", tmp_path)
    (tmp_path / "line.csv").touch()
    assert shared_file("line.csv") == tmp_path / "line.csv"


def test_the_checks_of_a_change_take_no_skip():
    assert "--no-skips" in CI_RUN.read_text()
