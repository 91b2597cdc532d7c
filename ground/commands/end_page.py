"""The page that a flight, a pass or a campaign leaves by itself at its end."""

import sys
from collections.abc import Callable
from pathlib import Path

from ground.report.page.campaign_data import CampaignPage
from ground.report.page.page_data import ReportPage
from ground.report.page.page_file import write_page
from ground.report.terminal import Terminal, print_fitted
from telemetry.files.settings import FileError


def leave_page(read: Callable[[], ReportPage | CampaignPage], place: Path, *, is_named: bool) -> None:
    """Write a page and name it; where that fails, what was flown is what it was.

    Args:
        read: gives the page.
        place: its file.
        is_named: its place is printed.
    """
    try:
        with Terminal() as terminal:
            terminal.begin_progress("draws the report")
            write_page(read(), place)
    except FileError as error:
        print_fitted(f"farhand: no report was written: {error}", sys.stderr)
        return
    if is_named:
        print_fitted(f"report     {place}")
