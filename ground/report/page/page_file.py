"""The file of a page: written whole or not at all, and never over anything that is no page of ours."""

from pathlib import Path

from ground.report.page.campaign_data import CampaignPage
from ground.report.page.page_data import ReportPage
from telemetry.files.settings import FileError, open_file
from telemetry.files.whole_file import write_whole

PAGE_ENDING = ".html"
REPORT_FILE = "report.html"  # in the folder of a run
MARK = "<!doctype html>\n<!-- a report of farhand -->\n"  # by which a page of ours is known


def check_page_place(place: Path) -> None:
    """Refuse a place where no page can be written.

    Raises:
        FileError: something else stands there already.
    """
    if place.is_dir():
        raise FileError(place, "", "cannot be written (is a folder); name a file with --out")
    if place.exists() and not _is_ours(place):
        raise FileError(
            place, "", "exists already, and is no report of farhand; name another file with --out"
        )


def write_page(page: ReportPage | CampaignPage, place: Path) -> None:
    """Write a page; FileError: it cannot be written."""
    from ground.report.page.campaign_html import campaign_html  # jinja2, matplotlib
    from ground.report.page.html_page import html_page

    check_page_place(place)
    html = html_page(page) if isinstance(page, ReportPage) else campaign_html(page)
    content = (MARK + html).encode()
    try:
        write_whole(place, content)
    except OSError as error:
        raise FileError(place, "", f"cannot be written ({error.strerror}); name a place with --out") from None


def _is_ours(place: Path) -> bool:
    with open_file(place) as file:
        return file.read(len(MARK)) == MARK.encode()
