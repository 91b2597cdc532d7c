"""A process that gives way does so among the processes of its session, and with its session among others."""

import os
import subprocess
import sys

import pytest

from telemetry.drive.giving_way import AUTOGROUP

pytestmark = pytest.mark.real_time

GIVES_WAY = (
    "import os; from telemetry.drive.giving_way import AUTOGROUP, give_way; give_way(7); "
    "print(os.nice(0), AUTOGROUP.read_text().split()[-1])"
)


@pytest.mark.skipif(not AUTOGROUP.exists(), reason="this kernel does not group sessions")
@pytest.mark.parametrize("leads", [True, False], ids=["leads its session", "is one of a session"])
def test_a_process_gives_way_and_its_session_only_if_it_leads_it(leads):
    before, group = os.nice(0), AUTOGROUP.read_text(encoding="ascii").split()[-1]
    done = subprocess.run(
        [sys.executable, "-c", GIVES_WAY], capture_output=True, text=True, check=True, start_new_session=leads
    )
    assert done.stdout.split() == [str(min(before + 7, 19)), "7" if leads else group]
