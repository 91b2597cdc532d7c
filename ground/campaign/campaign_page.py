"""Read the folder of a campaign, and return the page that tells of it.

folder ---> its lines ---> result (`ground.campaign.result`) --------------. CampaignPage
                     `---> what is drawn: histograms, map, flights failed -'
"""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, islice

import msgspec
import numpy as np

from ground.campaign.campaign_folder import CampaignFolder
from ground.campaign.flown_seed import FlownSeed
from ground.campaign.result import BINS, counted_lines, result_of_lines
from ground.campaign.variations import Variation
from ground.report.campaign_result import SPREAD_FIGURES
from ground.report.page.campaign_data import CampaignPage, FailedFlight, Histogram, ToleranceGrid
from ground.report.page.discreet import discreet
from ground.run.kept.version import software_version

LEAST_BARS, MOST_BARS = 5, 24  # of a histogram
MOST_FAILED = 200  # flights that are drawn one by one
MOST_RANGES = 12  # of seeds that are named
DIGITS = 6


def read_campaign_page(folder: CampaignFolder, *, is_full: bool = False) -> CampaignPage:
    """Return the page of a campaign; FileError: the folder cannot be read."""
    campaign = folder.read()
    lines = counted_lines(folder, campaign)
    failed = (FailedFlight(seed=line.seed, values=line.values) for line in lines if not line.success)
    page = CampaignPage(
        farhand=software_version(),
        is_full=is_full,
        plant=campaign.plant,
        first_seed=campaign.first_seed,
        vary=[each.text for each in campaign.vary],
        kinds=[*campaign.kinds],
        not_flown=_ranges_text(sorted({*campaign.seeds} - {line.seed for line in lines})),
        result=result_of_lines(folder, campaign, lines),
        spreads=dict(_spreads(lines)),
        grids=[_grid(lines, *pair) for pair in combinations(campaign.vary, 2)],
        failed=[*islice(failed, MOST_FAILED)],
    )
    return page if is_full else discreet(page)


def _spreads(lines: Sequence[FlownSeed]) -> Iterator[tuple[str, Histogram]]:
    for figure in SPREAD_FIGURES:
        known = (msgspec.structs.asdict(line)[figure.key] for line in lines)
        if values := [float(value) for value in known if value is not None]:
            yield figure.key, histogram(values)


def histogram(values: Sequence[float]) -> Histogram:
    """Return how many values lie where: counts have a bar each, as long as there is room."""
    least, most = min(values), max(values)
    if all(value.is_integer() for value in values) and most - least < MOST_BARS:
        edges = np.arange(least - 0.5, most + 1.0)
    elif least == most:
        half = max(abs(least), 1.0) * 0.01
        edges = np.array([least - half, least + half])
    else:
        bars = min(max(math.ceil(math.sqrt(len(values))), LEAST_BARS), MOST_BARS)
        edges = np.linspace(least, most, bars + 1)
    counts, _ = np.histogram(values, edges)
    return Histogram(edges=[round(edge, DIGITS) for edge in edges.tolist()], counts=counts.tolist())


def _grid(lines: Sequence[FlownSeed], across: Variation, upward: Variation) -> ToleranceGrid:
    edges = [np.linspace(vary.least, vary.most, BINS + 1) for vary in (across, upward)]

    def counted(flights: Sequence[FlownSeed]) -> list[list[int]]:
        x, y = ([flight.values[vary.key] for flight in flights] for vary in (across, upward))
        counts: list[list[int]] = np.histogram2d(x, y, edges)[0].T.astype(int).tolist()
        return counts

    return ToleranceGrid(
        across=across.key,
        upward=upward.key,
        across_edges=[round(edge, DIGITS) for edge in edges[0].tolist()],
        upward_edges=[round(edge, DIGITS) for edge in edges[1].tolist()],
        flights=counted(lines),
        success=counted([line for line in lines if line.success]),
    )


def _ranges_text(seeds: Sequence[int]) -> str:
    """Return seeds as few ranges: `3, 7 to 9`."""
    ranges: list[list[int]] = []
    for seed in seeds:
        if ranges and seed == ranges[-1][-1] + 1:
            ranges[-1][1:] = [seed]
        else:
            ranges.append([seed])
    more = f" and {len(ranges) - MOST_RANGES} more ranges" if len(ranges) > MOST_RANGES else ""
    return ", ".join(" to ".join(map(str, each)) for each in ranges[:MOST_RANGES]) + more
