"""The result of a campaign: one structure that terminal, JSON and page all read."""

from typing import Literal, NamedTuple

import msgspec

from ground.report.confidence import Distribution, Share

FindingKind = Literal["violation", "unmet"]  # of what must always hold; of what the scenario expects


class Bin(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a varied range, and how many of its flights were a success."""

    key: str
    least: float
    most: float
    success: Share


class FindingRow(msgspec.Struct, frozen=True, kw_only=True):
    """A finding, and the seeds that show it."""

    kind: FindingKind
    rule: str
    pair: tuple[str, ...]
    seeds: int
    first: int
    text: str  # of the first
    command: str


class SeedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seed that is worth a look."""

    seed: int
    why: str
    command: str


class CampaignResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a campaign tells."""

    scenario: str
    runs: int
    flown: int
    ok: bool  # all are flown, and nothing that must never be was found
    success: Share  # of all that were to be flown: a seed that did not run is none
    violations: int  # seeds with one
    bound: float | None  # of the share with one, at 95 %, if there is none
    time_on_task_s: Distribution | None
    clearance_m: Distribution | None
    refusals: Distribution | None
    needless_holds: Distribution | None
    rearmed_s: Distribution | None
    tolerated: tuple[Bin, ...]
    findings: tuple[FindingRow, ...]
    worst: tuple[SeedRow, ...]
    hits: dict[str, int]  # fault kind -> how often it was there in a flight
    never_hit: tuple[str, ...]
    killing: tuple[int, ...]  # seeds that killed their worker twice
    mission_s: float  # flown in all
    processor_s: float
    coded: int  # flights whose messages were octets all the way
    compared: int  # flights that were flown both ways, and had to decide the same
    software: tuple[str, ...]  # versions, packages and targets that have flown


class SpreadFigure(NamedTuple):
    """A figure of every flight that is told as a distribution."""

    key: str  # of it in the result, and in the line of a flight
    name: str
    scale: float  # from SI to what is shown
    unit: str

    @property
    def label(self) -> str:
        """Its name and unit."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name

    def of(self, result: CampaignResult) -> Distribution | None:
        """Return its distribution; None: no flight has it."""
        found: Distribution | None = msgspec.structs.asdict(result)[self.key]
        return found


SPREAD_FIGURES = (
    SpreadFigure("time_on_task_s", "time on task", 1.0, "s"),
    SpreadFigure("clearance_m", "clearance", 1000.0, "mm"),
    SpreadFigure("refusals", "refusals", 1.0, ""),
    SpreadFigure("needless_holds", "needless holds", 1.0, ""),
    SpreadFigure("rearmed_s", "re-armed after", 1.0, "s"),
)
