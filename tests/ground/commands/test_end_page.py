"""The page at the end of a flight: written and named, and no trouble of its own ends anything."""

import pytest

from ground.commands.end_page import leave_page
from tests.ground.debrief.kept_pages import kept_page


@pytest.mark.parametrize("is_named", [True, False])
def test_it_is_written_and_named_where_it_may_be(is_named, tmp_path, capsys):
    place = tmp_path / "report.html"
    leave_page(lambda: kept_page("held"), place, is_named=is_named)
    assert "farhand replay held.mcap" in place.read_text()
    assert capsys.readouterr().out == (f"report     {place}\n" if is_named else "")


def test_what_stands_there_already_is_kept_and_said_in_one_line(tmp_path, capsys):
    place = tmp_path / "report.html"
    place.write_text("mine")
    leave_page(lambda: kept_page("held"), place, is_named=True)
    shown = capsys.readouterr()
    assert place.read_text() == "mine" and shown.out == ""
    assert "no report was written" in shown.err.splitlines()[-1]
