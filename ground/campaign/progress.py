"""How far a campaign is, from its files alone or as its lines come."""

from collections import Counter
from typing import NamedTuple

from ground.campaign.campaign_folder import CampaignFolder, Session
from ground.campaign.flown_seed import FlownSeed
from ground.run.kept.locks import living
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.clock import monotonic_ns

CONDUCTOR = "campaign"  # its lock, by which others know that it flies
HOUR_S = 3600.0


class FlownCounts:
    """What the lines so far come to."""

    def __init__(self, runs: int) -> None:
        """Begin with none."""
        self.runs, self.flown, self.violations = runs, 0, 0
        self.hits = Counter[str]()

    def add(self, line: FlownSeed) -> None:
        """Count a flight."""
        self.flown += 1
        self.violations += bool(line.violations)
        self.hits.update(line.hit)


class CampaignProgress(NamedTuple):
    """How far it is, and how fast it goes."""

    flown: int
    runs: int
    hits: int  # faults
    kinds: int  # of them
    violations: int
    each_hour: float | None  # seeds, in this session; None: not known yet
    is_flying: bool

    @property
    def text(self) -> str:
        """One line."""
        speed = "" if self.each_hour is None else f", {self.each_hour:.0f} seeds/h{self._left}"
        faults = f"{self.hits} faults of {self.kinds} kinds hit, {self.violations} violations"
        going = "" if self.is_flying else ", nobody flies it now"
        return f"{self.flown} of {self.runs} flown{speed}, {faults}{going}"

    @property
    def _left(self) -> str:
        left = self.runs - self.flown
        if not (self.is_flying and self.each_hour and left):
            return ""
        minutes = left / self.each_hour * 60.0
        return f", {minutes / 60.0:.1f} h left" if minutes > 90.0 else f", {minutes:.1f} min left"


def progress_of(counts: FlownCounts, session: Session | None, *, is_flying: bool) -> CampaignProgress:
    """Return how far a campaign is."""
    each_hour = None
    if session is not None and is_flying and counts.flown > session.before:
        lasts_s = (monotonic_ns() - session.begun_ns) / NS_PER_S
        each_hour = (counts.flown - session.before) / max(lasts_s, 1.0) * HOUR_S
    return CampaignProgress(
        counts.flown,
        counts.runs,
        counts.hits.total(),
        len(counts.hits),
        counts.violations,
        each_hour,
        is_flying,
    )


def progress_on_file(folder: CampaignFolder) -> CampaignProgress:
    """Return how far the campaign of a folder is; FileError: it is no campaign's."""
    campaign = folder.read()
    counts = FlownCounts(campaign.runs)
    for seed, line in folder.flown().items():
        if seed in campaign.seeds:
            counts.add(line)
    return progress_of(counts, folder.session(), is_flying=CONDUCTOR in living(folder.path))
