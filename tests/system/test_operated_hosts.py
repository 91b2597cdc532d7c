"""A station of two hosts flies a spacecraft on a third: network namespaces, joined by a cable each."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys

import pytest
from live_rehearsal import ROOT, wait_for
from test_two_hosts import CONTROL_ROOM, STATION, UP_FOR_S, hosts, ip  # noqa: F401 (a fixture)

from ground.command_list import DONE
from ground.commands.keys import install, new
from ground.run.kept.known_runs import RUN_FILE
from telemetry.life.clock import utc_ns, utc_text
from telemetry.messages.command import Motion
from telemetry.messages.spacecraft import Downlink, Uplink
from telemetry.recording.reading.deliveries import read_deliveries
from tests.system.flying_console import LONGEST_S, SCENARIO
from tests.system.test_operated_station import STATION as GUIDE_STATION
from tests.system.test_operated_station import WINDOWS

pytestmark = [pytest.mark.namespaces, pytest.mark.real_time]

ADDRESSES = {"control": CONTROL_ROOM, "antenna": STATION}
ANTENNA, ORBIT = "10.78.0.1", "10.78.0.2"  # the ends of the cable between station and spacecraft
UP_FOR_IN_ORBIT_S, WAY_S = 500, 0.5
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
        written = re.sub("windows = .*", f"windows = {WINDOWS}", GUIDE_STATION).replace("3.5", f"{WAY_S}")
        written = written.replace("127.0.0.1:10025", f"{ORBIT}:10025")
        self.file.write_text(written.replace("127.0.0.1:10015", f"{ANTENNA}:10015") + HOSTS)
        self.environment = {**os.environ, "XDG_STATE_HOME": str(self.folder / "state")}

    def start(self, *words):
        """Start a command of farhand, or a module, on this host."""
        up_for = str(UP_FOR_S.get(ADDRESSES.get(self.name), UP_FOR_IN_ORBIT_S))
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


def keys_of_all(control, *others):
    """Make keys on one host, and carry those of each other one and of the spacecraft there."""
    new([str(control.file), "--host", "control"])
    for host in others:
        parcel = next((control.folder / "keys").glob(f"for-{host.name}-*"))
        shutil.move(parcel, host.folder / "parcel")
        install([str(host.folder / "parcel"), str(host.folder / "keys")])


@pytest.fixture
def orbit(hosts):  # noqa: F811
    """A third namespace, with a cable to the antenna's."""
    name = f"farhand-c{os.getpid()}"
    ends = {"fa1": (hosts[STATION], ANTENNA), "fc0": (name, ORBIT)}
    try:
        ip("netns", "add", name)
        ip("link", "add", "fa1", "netns", hosts[STATION], "type", "veth", "peer", "fc0", "netns", name)
        for device, (namespace, address) in ends.items():
            ip("-n", namespace, "link", "set", "lo", "up")
            ip("-n", namespace, "address", "add", f"{address}/24", "dev", device)
            ip("-n", namespace, "link", "set", device, "up")
        yield name
    finally:
        subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True)


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


def test_two_hosts_fly_a_spacecraft_on_a_third_under_keys_of_their_own(hosts, orbit, tmp_path):  # noqa: F811
    control, antenna = (Host(tmp_path, name, hosts[ADDRESSES[name]]) for name in ("control", "antenna"))
    space = Host(tmp_path, "spacecraft", orbit)
    keys_of_all(control, antenna, space)
    begin, started = utc_text(utc_ns()), []
    try:
        words = ("--scenario", SCENARIO, "--clock-offset", 3600, "--clock-drift", 50)
        started.append(space.start("ground", "spacecraft", space.file, *words))
        started += [host.operate(begin) for host in (antenna, control)]
        wait_for(control.is_latched, "telemetry")
        flying = control.start(
            "tests.system.flying_console", control.run, control.folder / "told.json", "there"
        )
        assert flying.wait(LONGEST_S) == DONE, control.output
        pressed = control.start("ground", "hold")
        assert pressed.wait(30) == DONE, control.output
    finally:
        end(started[::-1])
    told = json.loads((control.folder / "told.json").read_bytes())
    assert told["flown"], told
    assert control.run.name.removesuffix("-control") == antenna.run.name.removesuffix("-antenna")
    held = {path.stem for path in (control.folder / "keys").glob("*/*.key")}
    assert {"gate", "hold"} <= held and not held & {"bridge", "spacecraft", "second_uplink"}
    deliveries = list(read_deliveries(control.run / "recording.mcap"))
    kinds = {(each.role, type(each.message)) for each in deliveries}
    assert {("bridge", Downlink), ("space_segment", Uplink), ("bridge", Motion)} <= kinds
