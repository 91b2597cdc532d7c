"""The command `farhand report`: what it takes for a campaign, and where its page goes."""

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, USAGE
from ground.commands.recording import report as command
from tests.ground.campaign.told_campaigns import told_folder
from tests.ground.debrief.kept_pages import kept_page


@pytest.fixture
def folder(tmp_path):
    return told_folder(tmp_path / "campaign").path


def test_the_page_of_a_campaign_lies_in_its_folder_and_is_named(folder, capsys):
    assert main(["report", str(folder)]) == DONE
    assert "a campaign of 10 seeds" in (folder / "campaign.html").read_text()
    assert capsys.readouterr().out.strip() == str(folder / "campaign.html")


def test_a_campaign_stands_alone_on_its_page(folder, capsys):
    assert main(["report", str(folder), "other.mcap"]) == USAGE
    assert "is of a campaign, which has a page of its own; name it alone" in capsys.readouterr().err


def test_a_folder_is_all_its_recordings_each_once(tmp_path, monkeypatch):
    for name in ("b.mcap", "a.mcap", "a-2.mcap", "c-2.mcap", "note.txt"):
        (tmp_path / name).touch()
    read = []
    monkeypatch.setattr(command, "read_page", lambda files, **_: read.extend(files) or kept_page("held"))
    assert main(["report", str(tmp_path), "--out", str(tmp_path / "all.html")]) == DONE
    assert [file.name for file in read] == ["a.mcap", "b.mcap", "c-2.mcap"]


def test_a_folder_with_nothing_to_explain_is_one_line(tmp_path, capsys):
    assert main(["report", str(tmp_path)]) == BAD_FILE
    assert "holds neither a campaign nor a recording" in capsys.readouterr().err


def test_what_is_no_page_of_ours_is_never_written_over(folder, capsys):
    (folder / "campaign.html").write_text("mine")
    assert main(["report", str(folder)]) == BAD_FILE
    assert "is no report of farhand" in capsys.readouterr().err
    assert (folder / "campaign.html").read_text() == "mine"
