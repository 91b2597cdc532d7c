"""The command `farhand campaign`: each wrong input is one clear line, and nothing is flown."""

import pytest

from ground.campaign.campaign_folder import CampaignFolder
from ground.cli import main
from ground.commands.campaign import campaign as command
from tests.ground.campaign.lines import CONTACT, flown, written

BAD_FILE, USAGE = 3, 2


@pytest.fixture(autouse=True)
def nothing_flies(monkeypatch):
    def fly(*given, **named):
        raise AssertionError("it flies")

    for name in ("conduct", "fly_seed", "compile_first"):
        monkeypatch.setattr(command, name, fly)


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (["short_lnk"], BAD_FILE, "did you mean 'short_link'"),
        (["short_link", "--vary", "dealy=2..9"], USAGE, "nothing called 'dealy' can be varied; did you mean"),
        (["short_link", "--vary", "delay=9..2"], USAGE, "the range has to go up"),
        (
            ["short_link", "--vary", "loss=0..2"],
            BAD_FILE,
            "cannot be flown with loss=2: loss: expected `float` <= 1.0",
        ),
        (["short_link", "--runs", "0"], USAGE, "--runs '0' is no runs (1 to 1000000)"),
        (["short_link", "--runs", "10000000"], USAGE, "is no runs (1 to 1000000)"),
        (["short_link", "--faults", "kiled"], USAGE, "there is no fault 'kiled'; did you mean 'killed'"),
        (["short_link", "--faults", "none,killed"], USAGE, "--faults none,killed: none stands alone"),
        (["short_link", "--jobs", "0"], USAGE, "is no jobs (1 to 1024)"),
        (["short_link", "--only", "1", "--minimise", "2"], USAGE, "name one seed, and one of the two"),
        (["short_link", "--record", "all.mcap"], USAGE, "name the seed to record with --only"),
        (["short_link", "--progress"], BAD_FILE, "is no folder of a campaign"),
    ],
)
def test_a_wrong_input_is_one_line_that_says_what_is_wrong(words, code, line, capsys):
    assert main(["campaign", *words]) == code
    told = capsys.readouterr().err.strip()
    assert line in told
    assert len(told.splitlines()) == 1


def test_a_folder_is_told_of_without_flying(tmp_path, capsys):
    written(CampaignFolder(tmp_path), *map(flown, range(1, 11)))
    assert main(["campaign", str(tmp_path)]) == 0
    assert "none in 10 flights" in capsys.readouterr().out
    assert main(["campaign", str(tmp_path), "--progress"]) == 0
    assert "10 of 10 flown" in capsys.readouterr().out


@pytest.mark.parametrize("words", [[], ["--no-report"]])
def test_a_campaign_that_was_flown_leaves_its_page_and_names_it(words, tmp_path, monkeypatch, capsys):
    def conduct(given, folder, **named):
        written(folder, *map(flown, range(1, 11)))

    monkeypatch.setattr(command, "compile_first", lambda *given, **named: None)
    monkeypatch.setattr(command, "conduct", conduct)
    assert main(["campaign", "short_link", "--folder", str(tmp_path), *words]) == 0
    page = tmp_path / "campaign.html"
    assert page.exists() is (f"report     {page}" in capsys.readouterr().out) is (not words)


def test_a_campaign_with_a_violation_ends_with_1(tmp_path, capsys):
    written(CampaignFolder(tmp_path), flown(1, CONTACT), *map(flown, range(2, 11)))
    assert main(["campaign", str(tmp_path)]) == 1
    assert "--only 1" in capsys.readouterr().out
