"""A campaign of twenty seeds of each shipped scenario: calm ones succeed, and no fault makes a violation."""

import pytest

from ground.campaign.campaign_folder import CampaignFolder
from ground.campaign.chunks import fly_into
from ground.campaign.conductor import made, read_kinds
from ground.campaign.result import result_of
from ground.campaign.result_text import as_text
from ground.scenario.scenario_files import data_folder, names

SEEDS = range(1, 21)
FLOATS = ("free_target",)  # which only a plant with dynamics shows


@pytest.mark.sweep
@pytest.mark.parametrize("faults", ["none", "all"])
@pytest.mark.parametrize("name", names(data_folder()))
def test_a_campaign_of_a_shipped_scenario_is_ok_and_without_faults_every_seed_succeeds(
    name, faults, tmp_path
):
    plant = "physics" if name in FLOATS else "kinematic"
    folder = CampaignFolder(tmp_path)
    folder.begin(made(name, seeds=SEEDS, kinds=read_kinds(faults), plant=plant))
    assert len([*fly_into(folder, "1", [SEEDS])]) == len(SEEDS)
    result = result_of(folder)
    assert result.ok, as_text(result)
    assert faults == "all" or result.success.count == len(SEEDS), as_text(result)
