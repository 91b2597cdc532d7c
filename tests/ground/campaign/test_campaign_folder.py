"""The folder of a campaign: what counts as flown, and what it refuses."""

import msgspec
import pytest

from ground.campaign.campaign_folder import CAMPAIGN as FILE
from ground.campaign.campaign_folder import CampaignFolder, usual_folder
from telemetry.files.settings import FileError
from tests.ground.campaign.lines import CAMPAIGN, flown, written

replace = msgspec.structs.replace


@pytest.fixture
def folder(tmp_path):
    return CampaignFolder(tmp_path / "campaign")


def test_a_line_that_is_cut_is_not_flown_and_is_written_over(folder):
    written(folder, flown(1), flown(2))
    place = folder.path / "flown-1.jsonl"
    place.write_bytes(place.read_bytes()[:-20])
    assert {*folder.flown()} == {1}
    written(folder, flown(2), flown(3))
    assert [line.seed for line in folder.lines()] == [1, 2, 3]


def test_the_same_campaign_goes_on_with_more_runs(folder):
    folder.begin(CAMPAIGN)
    folder.begin(replace(CAMPAIGN, runs=99))
    assert folder.read().runs == 99


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"package": "q"}, "was flown by farhand 1 (p), this is 1 (q)"),
        ({"version": "2"}, "was flown by farhand 1 (p), this is 2 (p)"),
        ({"kinds": ()}, "of another campaign (other kinds)"),
        ({"content": "another", "vary": ()}, "of another campaign (other content, vary)"),
    ],
)
def test_a_folder_of_another_version_or_campaign_is_refused_in_one_line(folder, changes, problem):
    folder.begin(CAMPAIGN)
    with pytest.raises(FileError) as told:
        folder.begin(replace(CAMPAIGN, **changes))
    assert problem in str(told.value)
    assert "\n" not in str(told.value)
    assert folder.read() == CAMPAIGN


def test_a_folder_that_holds_none_and_a_file_of_another_shape_are_told(folder):
    with pytest.raises(FileError, match="is no folder of a campaign"):
        folder.read()
    folder.begin(CAMPAIGN)
    (folder.path / FILE).write_text('{"scenario": 1}')
    with pytest.raises(FileError, match="is of another version"):
        folder.read()


def test_a_seed_that_is_not_the_same_when_flown_again_is_named(folder):
    written(folder, flown(1), flown(2))
    written(folder, flown(1, processor_s=9.0), flown(2, digest="another"), worker="2")
    assert [*folder.differing()] == [2]


def test_the_usual_folder_is_that_of_the_same_campaign_whatever_its_number_of_runs():
    assert usual_folder(CAMPAIGN) == usual_folder(replace(CAMPAIGN, runs=7))
    assert usual_folder(CAMPAIGN) != usual_folder(replace(CAMPAIGN, kinds=()))
