"""A station of two hosts is operated by one command on each: network namespaces joined by one cable."""

import os
import re
import shutil
import signal
import subprocess
import sys

import pytest
from live_rehearsal import ROOT, wait_for
from test_two_hosts import CONTROL_ROOM, STATION, UP_FOR_S, hosts  # noqa: F401 (a fixture)

from ground.command_list import DONE
from ground.commands.keys import install, new
from ground.run.kept.known_runs import RUN_FILE
from telemetry.life.clock import utc_ns, utc_text
from telemetry.messages.command import Keep
from telemetry.messages.spacecraft import Downlink, Uplink
from telemetry.recording.reading.deliveries import read_deliveries
from tests.system.test_operated_station import STATION as GUIDE_STATION
from tests.system.test_operated_station import WINDOWS

pytestmark = [pytest.mark.namespaces, pytest.mark.real_time]

ADDRESSES = {"control": CONTROL_ROOM, "antenna": STATION}
HOSTS = f"""
[network]
ttl = 1

[[host]]
name = "control"
interface = "{CONTROL_ROOM}"

[[host]]
name = "antenna"
interface = "{STATION}"
participants = ["bridge", "space_segment"]
"""


class Host:
    """One host of the station, with files of its own."""

    def __init__(self, folder, name, namespace):
        self.name, self.folder, self._namespace = name, folder / name, namespace
        self.folder.mkdir()
        self.file = self.folder / "north.toml"
        self.file.write_text(re.sub("windows = .*", f"windows = {WINDOWS}", GUIDE_STATION) + HOSTS)
        self.environment = {**os.environ, "XDG_STATE_HOME": str(self.folder / "state")}

    def start(self, *words):
        """Start a command of farhand, or a module, on this host."""
        up_for = str(UP_FOR_S[ADDRESSES[self.name]])
        inside = ["ip", "netns", "exec", self._namespace, "unshare", "--time", "--monotonic", up_for]
        with (self.folder / "output.txt").open("ab") as output:
            return subprocess.Popen(
                [*inside, sys.executable, "-m", *map(str, words)],
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def operate(self, begin):
        words = ("--host", self.name, "--begin", begin, "--headless")
        return self.start("ground", "operate", self.file, *words)

    @property
    def run(self):
        runs = self.folder / "state/farhand/runs"
        return wait_for(lambda: list(runs.glob(f"*/{RUN_FILE}")), f"the run of {self.name}")[0].parent

    def is_latched(self):
        status = self.run / "status.json"
        return status.exists() and b'"latched":true' in status.read_bytes()

    @property
    def output(self):
        return (self.folder / "output.txt").read_text()


def keys_of_both(control, antenna):
    """Make keys on one host, and carry those of the other one and of the spacecraft there."""
    new([str(control.file), "--host", "control"])
    for name in ("antenna", "spacecraft"):
        parcel = next((control.folder / "keys").glob(f"for-{name}-*"))
        shutil.move(parcel, antenna.folder / name)
    for parcel, keys in (("antenna", "keys"), ("spacecraft", "orbit")):
        install([str(antenna.folder / parcel), str(antenna.folder / keys)])


def end(processes):
    """End what runs on the hosts, each by its own group."""
    for process in processes:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
    for process in processes:
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def test_two_hosts_that_were_given_one_instant_fly_one_run_under_keys_of_their_own(hosts, tmp_path):  # noqa: F811
    control, antenna = (Host(tmp_path, name, hosts[ADDRESSES[name]]) for name in ("control", "antenna"))
    keys_of_both(control, antenna)
    begin, started = utc_text(utc_ns()), []
    try:
        words = ("--keys", antenna.folder / "orbit", "--scenario", "short_link", "--clock-offset", 3600)
        started.append(antenna.start("ground", "spacecraft", antenna.file, *words))
        started += [host.operate(begin) for host in (antenna, control)]
        wait_for(control.is_latched, "telemetry")
        pressed = control.start("ground", "hold")
        assert pressed.wait(30) == DONE, control.output
    finally:
        end(started[::-1])
    assert control.run.name.removesuffix("-control") == antenna.run.name.removesuffix("-antenna")
    held = {path.stem for path in (control.folder / "keys").glob("*/*.key")}
    assert {"gate", "hold"} <= held and not held & {"bridge", "spacecraft", "second_uplink"}
    deliveries = list(read_deliveries(control.run / "recording.mcap"))
    kinds = {(each.role, type(each.message)) for each in deliveries}
    assert {("bridge", Downlink), ("space_segment", Uplink), ("bridge", Keep)} <= kinds
