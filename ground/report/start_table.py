"""What a run starts with, as one table: its groups, its protection, its commanders.

What is weaker than a run is by itself stands with a mark.
"""

import shutil
from typing import NamedTuple

from ground.report.listing import listing
from ground.report.terminal import Terminal
from ground.run.prepared import Prepared
from telemetry.agreed.keys import Keyring, key_text
from telemetry.agreed.participants import playing
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.life.clock import utc_text
from telemetry.messages.acts import LeaseRequest
from telemetry.network.multicast import RECEIVE_BUFFER, granted_here
from telemetry.wire.routes import GROUPS, ROUTES

MODES = {"live": "live: the arm is real", "rehearsal": "REHEARSAL"}
MARK = "! "
SAFE_POLICY = "watermark"
LITTLE_DISK = 10 << 30  # bytes


class StartRow(NamedTuple):
    """One row of the table."""

    name: str
    value: str
    is_weaker: bool = False  # than what a run is by itself


def start_rows(ready: Prepared, run: RunSettings) -> list[StartRow]:
    """Return the table of a run that is about to start."""
    addresses = ready.known.addresses
    free, granted = shutil.disk_usage(ready.folder.path).free, granted_here()
    groups = (f"{each} {addresses.groups[each]}:{addresses.group_ports[each]}" for each in GROUPS)
    interfaces = sorted({addresses.host(spec.participant) for spec in ready.plan.specs})
    commanding = playing(ROUTES[LeaseRequest].senders, run.participants)
    policy = run.commanding.policy
    present = [name for name in commanding if name in addresses.streams]
    return [
        StartRow("mode", f"{'OPERATE, ' if run.has_passes else ''}{MODES[run.mode]}"),
        StartRow("station", run.station),
        StartRow("run", run.run_id),
        StartRow("groups", ", ".join(groups)),
        StartRow("interface", f"{', '.join(interfaces)}; TTL {addresses.ttl}"),
        *_windows(run, ready.plan.zero_utc_ns),
        _authentication(ready.known.speakers_as(ready.plan.supervisor).keys),
        StartRow("limits hash", f"{run.configuration.hex()} (model, limits, margins, windows)"),
        StartRow("policy", policy, is_weaker=policy != SAFE_POLICY),
        StartRow("may command", f"{', '.join(present)}, with the lease; HOLD everybody"),
        StartRow("free disk", f"{free / 1e9:.0f} GB", is_weaker=free < LITTLE_DISK),
        StartRow("receive buffer", _buffer(granted), is_weaker=granted < RECEIVE_BUFFER),
    ]


def _windows(run: RunSettings, zero_utc_ns: int | None) -> list[StartRow]:
    """Return the contact windows of an operated station; a rehearsal's are those of its scenario."""
    if zero_utc_ns is None:
        return []
    edges = [[utc_text(zero_utc_ns + round(s * NS_PER_S)) for s in window] for window in run.link.windows_s]
    return [StartRow("windows", ", ".join(f"{opens} to {closes}" for opens, closes in edges))]


def _authentication(keys: Keyring | None) -> StartRow:
    if keys is None or not keys.is_sealed:
        return StartRow("authentication", "NONE: whoever is on the network can command", is_weaker=True)
    also = ", encrypted" if keys.is_confidential else ", readable"
    return StartRow("authentication", f"{key_text(keys.key_id)}{also}")


def _buffer(granted: int) -> str:
    return f"{granted / 2**20:.1f} MiB of {RECEIVE_BUFFER / 2**20:.0f} MiB granted"


def start_table(rows: list[StartRow]) -> list[str]:
    """Return the lines of the table; `!` marks what is weaker than a run is by itself."""
    marked = [(f"{MARK if row.is_weaker else '  '}{row.name}", row.value) for row in rows]
    return listing(marked).splitlines()


def show_start(terminal: Terminal, ready: Prepared, run: RunSettings) -> None:
    """Show the table of a run that is about to start."""
    for line in start_table(start_rows(ready, run)):
        terminal.show_event(line)
