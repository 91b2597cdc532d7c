"""A process that gives way does so among the processes of its session, and with its session among others."""

import os
import subprocess
import sys

import pytest

from telemetry.drive.giving_way import AUTOGROUP

pytestmark = pytest.mark.real_time

GIVES_WAY = (
    "import os; from telemetry.drive.giving_way import give_way; "
    "from tests.telemetry.drive.test_giving_way import session_niceness; "
    "before = session_niceness(); give_way(7); print(os.nice(0), before, session_niceness())"
)


def session_niceness():
    """The niceness of this session; `ungrouped` where the machine groups none."""
    found = AUTOGROUP.read_text(encoding="ascii").split() if AUTOGROUP.exists() else []
    return found[-1] if found else "ungrouped"


@pytest.mark.parametrize("leads", [True, False], ids=["leads its session", "is one of a session"])
def test_a_process_gives_way_and_its_session_only_if_it_leads_it(leads):
    niceness = os.nice(0)
    done = subprocess.run(
        [sys.executable, "-c", GIVES_WAY], capture_output=True, text=True, check=True, start_new_session=leads
    )
    own, before, after = done.stdout.split()
    assert own == str(min(niceness + 7, 19))
    assert after == ("7" if leads and before != "ungrouped" else before)
