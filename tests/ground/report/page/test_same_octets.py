"""Pages and their JSON are the same octets in another folder, locale, time zone, and under other settings."""

import os
import shutil
import subprocess
import sys

import pytest

from ground.cli import main
from tests.ground.campaign.told_campaigns import told_folder
from tests.ground.debrief.kept_pages import KEPT

pytestmark = pytest.mark.real_time
ELSEWHERE = """
import locale, sys, time
locale._override_localeconv.update(decimal_point=",", thousands_sep=".")  # of a machine without such a locale
time.tzset()
from ground.cli import main
for source, page, data in zip(*[iter(sys.argv[1:])] * 3):
    assert main(["report", source, "--out", page, "--json", data]) == 0
"""
SETTINGS = "svg.hashsalt: other\naxes.labelsize: 30\naxes.formatter.use_locale: True\nsvg.fonttype: path\n"
PAGES = ("run.html", "run.json", "campaign.html", "campaign.json")


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """Pages of a recording and of a campaign, made here and elsewhere."""
    here, there = tmp_path_factory.mktemp("here"), tmp_path_factory.mktemp("there") / "deep" / "er"
    there.mkdir(parents=True)
    (there / "matplotlibrc").write_text(SETTINGS)
    words = []
    for place in (here, there):
        shutil.copy(KEPT / "held.mcap", place)
        told_folder(place / "campaign")
        run, campaign, *pages = (str(place / name) for name in ("held.mcap", "campaign", *PAGES))
        words.append([run, *pages[:2], campaign, *pages[2:]])
    for source, page, data in zip(*[iter(words[0])] * 3, strict=True):
        assert main(["report", source, "--out", page, "--json", data]) == 0
    other = {"LC_ALL": "POSIX", "TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "7"}
    command = [sys.executable, "-P", "-c", ELSEWHERE, *words[1]]
    subprocess.run(command, check=True, cwd=there, env={**os.environ, **other}, timeout=300)
    return here, there


@pytest.mark.parametrize("name", PAGES)
def test_a_page_made_elsewhere_is_the_same_octets(places, name):
    here, there = ((place / name).read_bytes() for place in places)
    assert len(here) > 1000 and here == there


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_no_place_and_no_host(places, name):
    content = (places[0] / name).read_text()
    assert str(places[0]) not in content and os.uname().nodename not in content
