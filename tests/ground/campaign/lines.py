"""Lines of flights that nobody has flown."""

import msgspec

from ground.campaign.campaign_folder import Campaign
from ground.campaign.flown_seed import AuditCounts, FlownFinding, FlownSeed, Origin
from ground.campaign.variations import read_variation

ORIGIN = Origin(version="1", package="p", configuration="c", target="t")
CAMPAIGN = Campaign(
    scenario="short_link",
    content="of it",
    plant="kinematic",
    vary=(read_variation("loss=0..1"),),
    kinds=("killed", "frozen"),
    first_seed=1,
    runs=10,
    version="1",
    package="p",
)
CONTACT = FlownFinding(kind="violation", rule="contact", pair=("arm", "panel"), text="arm and panel touch")
UNMET = FlownFinding(kind="unmet", rule="completed", text="completed is no, expected yes")


def flown(seed, *findings, **changes):
    """A flight of a seed; one with findings is no success."""
    line = FlownSeed(
        seed=seed,
        values={"loss": (seed - 0.5) / 10.0},
        faults=("killed",),
        hit=("killed",),
        origin=ORIGIN,
        digest=f"digest {seed}",
        decisions=10,
        verdict="NOMINAL",
        success=not findings,
        findings=findings,
        clearance_m=0.1 + 0.01 * seed,
        refusals=0,
        needless_holds=0,
        time_on_task_s=None if findings else 20.0 + seed,
        duration_s=30.0,
        heals=False,
        rearmed_s=None,
        audit=AuditCounts(proven=(1,)),
        worker="1",
    )
    return msgspec.structs.replace(line, **changes)


def written(folder, *lines, worker="1"):
    """Write lines into a folder, as a worker does."""
    folder.begin(CAMPAIGN)
    writer = folder.writer(worker)
    for line in lines:
        writer.append(line)
    writer.close()
    return folder
