"""The page of a campaign as one HTML file."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from markupsafe import Markup

from ground.report.campaign_result import SPREAD_FIGURES
from ground.report.page.campaign_data import CampaignPage
from ground.report.page.campaign_figures import (
    grid_figure,
    key_label,
    spread_figure,
    success_figure,
    tolerance_figure,
)
from ground.report.page.page_frame import drawn, rendered


def campaign_html(page: CampaignPage) -> str:
    """Return the page as HTML."""
    return rendered(
        "campaign.html.j2",
        page,
        figures=SPREAD_FIGURES,
        spreads=[*_spreads(page)],
        tolerated=[*_tolerated(page)],
    )


def _spreads(page: CampaignPage) -> Iterator[Markup]:
    yield drawn("success", "success of the seeds", partial(success_figure, page.result))
    for figure in SPREAD_FIGURES:
        found, spread = page.spreads.get(figure.key), figure.of(page.result)
        if found is not None and spread is not None:
            title = f"{figure.name} of the flights"
            yield drawn(figure.key, title, partial(spread_figure, figure, found, spread))


def _tolerated(page: CampaignPage) -> Iterator[Markup]:
    for key, group in groupby(page.result.tolerated, key=lambda part: part.key):
        yield drawn(f"over-{key}", f"success over {key_label(key)}", partial(tolerance_figure, [*group]))
    for grid in page.grids:
        title = f"success over {key_label(grid.across)} and {key_label(grid.upward)}"
        name = f"over-{grid.across}-{grid.upward}"
        yield drawn(name, title, partial(grid_figure, grid, page.failed))
