"""The bridge and the rest of the ground segment on two hosts: network namespaces joined by one cable.

Each host has a monotonic clock of its own (a time namespace), hours off the other's; what they share is UTC.
"""

import os
import subprocess

import msgspec
import pytest

from ground.rehearsal.roles import roles
from ground.report.facts.facts import Facts
from ground.run.kept.run_folder import make_folder
from ground.run.prepared import draw_keys, write_launches
from ground.run.processes.process import Child, child_environment, command
from ground.run.processes.supervisor import Supervisor
from ground.run.run_plan import flight_plan
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.run_clock import RunClock
from telemetry.life.clock import monotonic_ns
from telemetry.network.launch import Addresses
from telemetry.recording.reading.deliveries import read_deliveries

pytestmark = [pytest.mark.namespaces, pytest.mark.real_time]

STATION, CONTROL_ROOM = "10.77.0.1", "10.77.0.2"  # addresses of namespaces that this test makes
UP_FOR_S = {STATION: 5_000, CONTROL_ROOM: 50_000}  # by which each host was started earlier than this one
LONGEST_S = 90
WINDOW_S = (0.0, 600.0)  # of contact, which both hosts have to find open


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def hosts():
    """Two namespaces, a cable between them, and nothing else: no way out."""
    names = {STATION: f"farhand-a{os.getpid()}", CONTROL_ROOM: f"farhand-b{os.getpid()}"}
    ends = {STATION: "fa0", CONTROL_ROOM: "fb0"}
    try:
        for name in names.values():
            ip("netns", "add", name)
        ip(
            "link",
            "add",
            "fa0",
            "netns",
            names[STATION],
            "type",
            "veth",
            "peer",
            "fb0",
            "netns",
            names[CONTROL_ROOM],
        )
        for address, name in names.items():
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "address", "add", f"{address}/24", "dev", ends[address])
            ip("-n", name, "link", "set", ends[address], "up")
        yield names
    finally:
        for name in names.values():
            subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True)


def addresses_of(names):
    """The bridge at the station, everybody else in the control room; ports are free in a new namespace."""
    return Addresses(
        hosts={role: STATION if role == "bridge" else CONTROL_ROOM for role in names},
        streams={role: 21_000 + number for number, role in enumerate(names)},
        link_ports={"bridge": 22_000, "space_segment": 22_001},
        groups={"tm": "239.192.77.1", "tc": "239.192.77.2", "image": "239.192.77.3"},
        group_ports={"tm": 23_001, "tc": 23_002, "image": 23_003},
        ttl=1,
    )


def child_of(launch, folder, namespaces):
    name = namespaces[launch.addresses.host(launch.participant)]
    up_for = str(UP_FOR_S[launch.addresses.host(launch.participant)])
    inside = ["ip", "netns", "exec", name, "unshare", "--time", "--monotonic", up_for]
    arguments = [*inside, *command(launch.participant, launch.role, folder.launch(launch.participant))]
    return Child(
        launch.participant,
        arguments,
        folder.log(launch.participant),
        environment=child_environment(),
        is_vital=True,
    )


def facts_of(folder, run):
    facts = Facts.of(run)
    recording = folder.path / "recording.mcap"
    for delivery in read_deliveries(recording) if recording.exists() else ():
        if delivery.message is not None:
            facts.on_message(delivery.at_ns, delivery.role, delivery.message)
    return facts


def fly(supervisor, folder, run):
    """Run the processes until the recording holds the end of the script, or for the longest time."""
    end_ns = monotonic_ns() + LONGEST_S * NS_PER_S
    look_ns = 0
    supervisor.start()
    try:
        while not supervisor.is_ready:
            supervisor.step()
        RunClock(folder.path).begin()
        while monotonic_ns() < end_ns:
            supervisor.step()
            if monotonic_ns() > look_ns:
                look_ns = monotonic_ns() + 3 * NS_PER_S
                if facts_of(folder, run).script:
                    break
    finally:
        supervisor.stop()
    return facts_of(folder, run)


def test_a_pass_is_flown_with_the_bridge_on_another_host(hosts, tmp_path):
    scenario = load("short_link")
    link = msgspec.structs.replace(scenario.link, windows_s=(WINDOW_S,))
    scenario = msgspec.structs.replace(scenario, link=link)
    run = run_settings(scenario, seed=1, run_id="two-hosts")
    specs = roles(scenario, run)
    folder = make_folder(tmp_path, "two-hosts")
    addresses = addresses_of([spec.participant for spec in specs])
    plan = flight_plan(folder, run, specs)
    draw_keys(plan)
    launches = write_launches(plan, addresses)
    children = [child_of(launches[spec.participant], folder, hosts) for spec in specs]
    facts = fly(Supervisor(children), folder, run)
    assert [child.deaths for child in children] == [[]] * len(children)
    assert facts.script is not None
    assert facts.script.completed, facts.script.detail
    assert facts.contacts == []
    assert facts.telemetry.received > 100
    assert facts.commands.end_states().get("confirmed", 0) > 10
