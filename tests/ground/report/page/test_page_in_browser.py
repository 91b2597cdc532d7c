"""A browser that reaches no network shows the page whole, and has nothing to complain of."""

import re
import shutil
import subprocess

import pytest

from ground.campaign.campaign_page import read_campaign_page
from ground.report.page.campaign_html import campaign_html
from ground.report.page.html_page import html_page
from ground.report.page.page_file import MARK
from tests.ground.campaign.told_campaigns import told_folder
from tests.ground.debrief.kept_pages import kept_page

BROWSER = shutil.which("chromium")
pytestmark = [
    pytest.mark.long,
    pytest.mark.real_time,
    pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here (Debian's package `chromium`)"),
]
OFFLINE = ("--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9")
QUIET = ("--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr")
PATIENCE_S = 120


def browsed(html, folder):
    """What the browser made of a page, and what it said on its console."""
    page = folder / "page.html"
    page.write_text(html)
    home = f"--user-data-dir={folder / 'home'}"
    command = [BROWSER, *QUIET, *OFFLINE, home, "--dump-dom", page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    return done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line]


def test_the_page_stands_whole_and_nothing_is_complained_of(tmp_path):
    shown, console = browsed(MARK + html_page(kept_page("pictures")), tmp_path)
    assert console == []
    assert (
        shown.count("<h2>") == 12
        and "</footer>" in shown
        and "NaN" not in re.sub(r"base64,[^\"]*", "", shown)
    )


def test_the_page_of_a_campaign_stands_whole_too(tmp_path):
    page = read_campaign_page(told_folder(tmp_path / "campaign"))
    shown, console = browsed(MARK + campaign_html(page), tmp_path)
    assert console == [] and shown.count("<h2>") == 6 and shown.count("<svg") == 8 and "</footer>" in shown


def test_the_browser_is_heard_and_the_policy_lets_nothing_in(tmp_path):
    bad = html_page(kept_page("pictures")).replace(
        "<body>", '<body><img src="http://192.0.2.1/x.png"><script>document.title = "run"</script>'
    )
    shown, console = browsed(MARK + bad, tmp_path)
    assert len(console) == 2 and all("Content Security Policy" in line for line in console)
    assert "<title>run</title>" not in shown
