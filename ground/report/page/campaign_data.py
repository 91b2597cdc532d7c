"""What a page tells of a campaign, as one tree: its fields are the keys in JSON, and the template's words.

    folder --- `ground.campaign.campaign_page` ---> CampaignPage ---> JSON
                                                              `--> `ground.report.page.campaign_html`

All is SI, and what is not known is null.
"""

import msgspec

from ground.report.campaign_result import CampaignResult


class Histogram(msgspec.Struct, frozen=True, kw_only=True):
    """In how many flights a figure was between two edges."""

    edges: list[float]  # one more than there are counts
    counts: list[int]


class ToleranceGrid(msgspec.Struct, frozen=True, kw_only=True):
    """Two varied ranges, parts of one across parts of the other."""

    across: str  # key of the range from left to right
    upward: str
    across_edges: list[float]
    upward_edges: list[float]
    flights: list[list[int]]  # rows from the least part upward
    success: list[list[int]]


class FailedFlight(msgspec.Struct, frozen=True, kw_only=True):
    """A flight without success, and what it had drawn."""

    seed: int
    values: dict[str, float]


class CampaignPage(msgspec.Struct, frozen=True, kw_only=True):
    """One page of a campaign."""

    farhand: str  # the version that made it
    is_full: bool  # with what names hosts and places
    plant: str  # the spacecraft's body
    first_seed: int
    vary: list[str]  # as typed
    kinds: list[str]  # of faults that may come
    not_flown: str  # seeds, in words; empty: all are flown
    result: CampaignResult
    spreads: dict[str, Histogram]  # by the figure's key in the result; absent: no flight has it
    grids: list[ToleranceGrid]
    failed: list[FailedFlight]  # the first of them
