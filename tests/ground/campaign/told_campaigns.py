"""Folders of campaigns that nobody has flown, as pages tell of them."""

import msgspec

from ground.campaign.campaign_folder import CampaignFolder, WorkerDeath
from ground.campaign.variations import read_variation
from tests.ground.campaign.lines import CAMPAIGN, CONTACT, UNMET, flown

RANGES = read_variation("loss=0..1"), read_variation("delay=2..9")
UNMET_FROM, FLOWN = 7, 9  # of ten seeds: the last one did not run


def told_folder(place, **changes):
    """Ten seeds over two ranges: nine are flown, some without success, one with contact, one killed."""
    folder = CampaignFolder(place)
    folder.begin(msgspec.structs.replace(CAMPAIGN, vary=RANGES, **changes))
    writer = folder.writer("1")
    for seed in range(1, FLOWN + 1):
        found = [*([UNMET] if seed >= UNMET_FROM else []), *([CONTACT] if seed == FLOWN else [])]
        values = {"loss": (seed - 0.5) / 10.0, "delay": 1.95 + 0.7 * seed}
        writer.append(flown(seed, *found, values=values, refusals=seed % 3))
    writer.close()
    for _ in range(2):
        folder.note(WorkerDeath(seed=10, how="killed by signal 9"))
    return folder


def empty_folder(place):
    """A campaign of which nothing has flown."""
    folder = CampaignFolder(place)
    folder.begin(msgspec.structs.replace(CAMPAIGN, vary=(), kinds=()))
    return folder
