"""The command `farhand report`: one page that explains recorded runs or a campaign, as HTML and as JSON.

--json  as `ground.report.page.page_data` tells, of a campaign `ground.report.page.campaign_data`
"""

from argparse import Namespace
from pathlib import Path

from ground.campaign.campaign_folder import CAMPAIGN, CampaignFolder
from ground.campaign.campaign_page import read_campaign_page
from ground.command_list import DONE
from ground.commands.arguments import Arguments
from ground.commands.output import STANDARD_OUTPUT, check_place, write_json
from ground.debrief.read_page import read_page
from ground.report.page.campaign_data import CampaignPage
from ground.report.page.page_data import ReportPage
from ground.report.page.page_file import PAGE_ENDING, check_page_place, write_page
from ground.report.terminal import Terminal, print_fitted
from ground.run.kept.history import recording_of
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError
from telemetry.recording.records.record import parts

ENDING = ".mcap"  # of a recording


def report(arguments: list[str]) -> int:
    """Write the page of recordings, or of a campaign; what it tells has no exit code of its own."""
    options = _options()
    given = options.parse_args(arguments)
    if campaigns := [file for file in given.file if (Path(file) / CAMPAIGN).exists()]:
        if len(given.file) > 1:
            options.error(f"{campaigns[0]} is of a campaign, which has a page of its own; name it alone")
        return _campaign(CampaignFolder(Path(campaigns[0])), given)
    return _runs(_recordings(options, given), given)


def _campaign(folder: CampaignFolder, given: Namespace) -> int:
    page_file = _page_file(given, folder.path / CAMPAIGN)
    return _written(read_campaign_page(folder, is_full=given.full), page_file, given)


def _runs(recordings: list[Path], given: Namespace) -> int:
    page_file = _page_file(given, recordings[0])
    with Terminal() as terminal:
        terminal.begin_progress("reads the recording")

        def show(at_ns: int) -> None:
            terminal.show_progress(f"{at_ns / NS_PER_S:6.1f} s  read", "reading the recording")

        page = read_page(recordings, is_full=given.full, on_delivery=show)
    return _written(page, page_file, given)


def _page_file(given: Namespace, source: Path) -> Path:
    """Return where the page goes, which is checked before anything is read."""
    page_file = Path(given.out) if given.out else source.with_suffix(PAGE_ENDING)
    check_place(given.json)
    check_page_place(page_file)
    return page_file


def _written(page: ReportPage | CampaignPage, page_file: Path, given: Namespace) -> int:
    with Terminal() as terminal:
        terminal.begin_progress("draws the page")
        write_page(page, page_file)
    if given.json:
        write_json(given.json, page)
    if given.json != STANDARD_OUTPUT:
        print_fitted(str(page_file))
    return DONE


def _options() -> Arguments:
    options = Arguments(
        "report",
        "Explain recorded rehearsals and passes, or a campaign, on one page, from their files alone.",
    )
    options.add_argument(
        "file",
        nargs="*",
        metavar="FILE",
        help="recordings or folders of them; or the folder of a campaign",
    )
    options.add_argument("--run", metavar="RUN", help="or: name or folder of the run that it is of")
    options.add_argument(
        "--out",
        metavar="PAGE",
        help="the page (default: beside the first recording, or in the folder, as its name with .html)",
    )
    options.add_argument(
        "--full", action="store_true", help="with names of people and hosts, places, addresses, key ids"
    )
    options.add_json("what the page tells", is_needed=True)
    return options


def _recordings(options: Arguments, given: Namespace) -> list[Path]:
    if bool(given.file) == (given.run is not None):
        options.error("name a recording: its FILE, or --run RUN")
    return [each for file in given.file for each in _in_folder(Path(file))] or [recording_of(given.run)]


def _in_folder(place: Path) -> list[Path]:
    """Return the recordings of a folder in the order of their names; of a file, itself."""
    if not place.is_dir():
        return [place]
    files = sorted(place.glob(f"*{ENDING}"))
    further = {part for file in files for part in parts(file)[1:]}
    if not files:
        raise FileError(place, "", f"holds neither a campaign nor a recording ({CAMPAIGN}, *{ENDING})")
    return [file for file in files if file not in further]
