"""The JSON of commands keeps its keys, and the kinds of their values: `shapes.json` is what others rely on.

A new key belongs there by hand; one that is missing, or is of another kind now, breaks somebody's program.
"""

import json
from pathlib import Path

import pytest

from ground.campaign.campaign_folder import CampaignFolder
from ground.campaign.chunks import fly_into
from ground.campaign.conductor import made
from ground.campaign.variations import read_variation
from ground.cli import main
from tests.ground.campaign.flights import short_file

KEPT = Path(__file__).parents[1] / "replay" / "kept"
SHAPES = json.loads(Path(__file__).with_name("shapes.json").read_text())
KINDS = {type(None): "null", bool: "flag", int: "number", float: "number", str: "text"}


def shape(value):
    """Keys and kinds of values; of a list those of its items, each once."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        found = []
        for item in map(shape, value):
            found += [item] if item not in found else []
        return found
    return KINDS[type(value)]


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    """A recording whose robot is as it is now; those in KEPT are older than its file."""
    recording = tmp_path_factory.mktemp("flown") / "short_link.mcap"
    main(
        [
            "rehearse",
            "short_link",
            "--headless",
            "--fast",
            "--no-cameras",
            "--no-report",
            "--record",
            str(recording),
        ]
    )
    return recording


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    """The folder of a campaign of one flight."""
    folder = CampaignFolder(tmp_path_factory.mktemp("campaign"))
    vary, source = [read_variation("loss=0..0.02")], short_file(folder.path)
    folder.begin(made(source, seeds=range(1, 2), vary=vary, kinds=("killed",)))
    assert len([*fly_into(folder, "1", [(1,)])]) == 1
    return folder.path


@pytest.mark.parametrize("command", SHAPES)
def test_json_has_the_keys_that_it_had(command, flown, campaign, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    place = tmp_path / "told.json"
    places = {"KEPT": str(KEPT), "FLOWN": str(flown), "CAMPAIGN": str(campaign)}
    words = [places.get(word, word).replace("KEPT", str(KEPT)) for word in command.split()]
    main([*words, "--json", str(place)])
    assert shape(json.loads(place.read_text())) == SHAPES[command]
