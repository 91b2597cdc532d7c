"""A host on which nothing is wrong, so that a test can make one thing wrong."""

from pathlib import Path

from ground.doctor.first_verdict import FirstVerdict, FirstVerdicts
from ground.doctor.host import Host, Limits
from ground.doctor.places import FolderFacts, Syncs
from ground.doctor.punctuality import Lateness
from ground.screen import ScreenProbe
from telemetry.life.clock import ClockReading
from telemetry.life.discipline import Discipline
from telemetry.network.host_network import BufferSize, Interface
from telemetry.network.launch import Addresses

LOOPBACK = Interface("lo", "127.0.0.1", is_up=True, is_loopback=True, can_multicast=False, mtu=65536)
LAN = Interface("eth0", "192.0.2.7", is_up=True, is_loopback=False, can_multicast=True, mtu=1500)
ADDRESSES = Addresses(
    hosts={}, streams={}, link_ports={}, groups={"tm": "239.192.78.32"}, group_ports={"tm": 20_000}
)
FOLDER = FolderFacts(
    nearest=Path("/home/ann/.local/state/farhand"),
    is_there=True,
    is_folder=True,
    can_write=True,
    is_own=True,
    mode=0o755,
    is_read_only=False,
    free_bytes=50 << 30,
)
CLOCKS = ClockReading(utc_ns=1_790_000_000 * 10**9, monotonic_ns=10**9, uncertainty_ns=80)
SCREEN = ScreenProbe(has_screen=True, platform="xcb", qt="6.11.3", renderer="Iris", opengl="4.6")
SYSTEM = {
    "/proc/sys/net/ipv4/ip_local_port_range": "32768\t60999",
    "/sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc",
    "/sys/fs/cgroup/cpu.max": "max 100000",
}
VERDICT = FirstVerdict(lasted_s=0.7, worked_s=0.6, target="x86-64-v3")

HEALTHY = Host(
    interfaces=lambda: [LOOPBACK, LAN],
    echo_s=lambda *_: 1e-4,
    buffer_size=lambda: BufferSize(4 << 20, 4 << 20),
    free_addresses=lambda: ADDRESSES,
    is_free=lambda *_: True,
    monotonic_step_s=lambda: 1e-9,
    read_both=lambda: CLOCKS,
    discipline=lambda: Discipline(is_kept=True, greatest_error_s=0.002, estimated_error_s=1e-4),
    time_zone=lambda: ("CET", 1.0),
    lateness=lambda: [Lateness(0.25, 12, 0, 0.001), Lateness(0.01, 300, 0, 0.002)],
    place=lambda folder: FOLDER,
    synced=lambda folder: Syncs(0.002, 0.004),
    limits=lambda: Limits(4096, None),
    processors=lambda: 4,
    screen=lambda: SCREEN,
    first_verdicts=lambda: FirstVerdicts(VERDICT._replace(lasted_s=6.0), VERDICT),
    system_file=SYSTEM.get,
    environment={"HOME": "/home/ann", "LANG": "C.UTF-8"},
    encoding="utf-8",
)
