"""The places of a run for screens: each takes part in its own name, and its process is a screen's."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from ground.console.facts.settings import consoles, with_recording
from ground.run.guest_place import places
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.participants import PARTICIPANTS, Participant
from telemetry.drive.task import BAD_FILE
from telemetry.life.contract import RoleSpec
from telemetry.network.launch import Addresses

ROOT = Path(__file__).resolve().parents[4]
RUN = run_settings(load("short_link"), seed=1, run_id="run")


def test_every_console_of_the_table_is_told_its_own_name():
    run = msgspec.structs.replace(RUN, participants=(*PARTICIPANTS, Participant("wall", "console")))
    told = [(spec.participant, spec.settings.participant) for spec in consoles(run)]
    assert told == [(name, name) for name in ("console", "console-2", "console-3", "wall")]


def test_only_those_that_a_run_has_addresses_for_are_places_in_it():
    addresses = Addresses(hosts={}, streams={"console-2": 1}, link_ports={}, groups={}, group_ports={})
    assert places(addresses, "console") == ["console-2"]


@pytest.mark.real_time
def test_a_further_console_is_a_process_too_and_no_command():
    command = [sys.executable, "-P", "-m", "ground", "console-2", "none/console-2.json"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, env={"PYTHONPATH": str(ROOT)}, check=False)
    assert (ended.returncode, b"cannot be read" in ended.stderr) == (BAD_FILE, True)


def test_the_screens_of_a_replay_are_told_the_recorded_time_zero():
    other = RoleSpec("replay", "replay", None)
    told = with_recording([*consoles(RUN)[:1], other], "pass.mcap", zero_ns=7)
    assert told[0].settings.recorded_zero_ns == 7
    assert told[1] is other
