"""Pages of the kept recordings, each read once."""

from functools import cache
from pathlib import Path

import msgspec

from ground.debrief.read_page import read_page
from ground.report.page.page_data import ReportPage, RunReport

KEPT = Path(__file__).parents[1] / "replay" / "kept"


@cache
def kept_page(name: str) -> ReportPage:
    """The page of a kept recording: hand, held, or pictures, which is cut."""
    return read_page([KEPT / f"{name}.mcap"])


def kept_run(name: str) -> RunReport:
    """What it tells."""
    return kept_page(name).runs[0]


def with_run(page: ReportPage, **changes) -> ReportPage:
    """The page with other sections."""
    return msgspec.structs.replace(page, runs=[msgspec.structs.replace(page.runs[0], **changes)])
