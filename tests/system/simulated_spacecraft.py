"""The rehearsal's spacecraft behind its own link, over UDP, for a station of another process.

python -m tests.system.simulated_spacecraft STATION.toml KEY_FILE SCENARIO LOSS CLOCK_OFFSET_S
"""

import socket
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from ground.scenario.scenario import load, run_settings, space_settings
from ground.station.station_file import read_station
from telemetry.agreed.participants import SPACECRAFT
from telemetry.drive.factory import begin
from telemetry.drive.store import MemoryStore
from telemetry.keys.key_file import key_in
from telemetry.life.boot import Boot
from telemetry.life.clock import monotonic_ns, utc_ns
from telemetry.life.contract import Persist, RoleSpec, Send
from telemetry.messages.spacecraft import Downlink, Uplink
from telemetry.network.launch import UdpAddress

S = 1_000_000_000
LARGEST = 2048


def settings_of(station, scenario, loss, offset_s):
    """Return what the spacecraft receives: the scenario's, behind the station's delays."""
    link = msgspec.structs.replace(
        scenario.link, up_s=station.link.up_s, down_s=station.link.down_s, loss=loss, jitter_s=0.02
    )
    truth = msgspec.structs.replace(scenario.truth, clock_offset_s=offset_s, clock_drift_ppm=50.0)
    scenario = msgspec.structs.replace(scenario, link=link, truth=truth)
    run = run_settings(scenario, seed=1, run_id="spacecraft")
    return msgspec.structs.replace(space_settings(scenario, run), has_passes=True)


def main(file, key_file, name, loss, offset_s):
    """Serve until killed."""
    station = read_station(Path(file))
    ring, store = key_in(Path(key_file)).ring, MemoryStore()
    settings = settings_of(station, load(name), float(loss), float(offset_s))
    spec = RoleSpec("space_segment", "space_segment", settings)
    role = begin(spec, store, seed=1, boot=Boot(utc_ns() // S, 0), keys={SPACECRAFT: ring}).role
    tc, tm = (UdpAddress.parse(end).pair for end in (station.spacecraft.tc, station.spacecraft.tm))
    begun_ns = monotonic_ns()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as opened:
        opened.bind(tc)

        def carry_out(effects):
            for effect in effects:
                if isinstance(effect, Send) and isinstance(effect.message, Downlink):
                    opened.sendto(effect.message.packet, tm)
                elif isinstance(effect, Persist):
                    store.append(effect.key, effect.record)

        print("ready", flush=True)
        while True:
            now_ns = monotonic_ns() - begun_ns
            if now_ns >= role.due_ns:
                carry_out(role.tick(now_ns))
                continue
            opened.settimeout((role.due_ns - now_ns) / S)
            with suppress(TimeoutError):
                data = opened.recv(LARGEST)
                carry_out(role.receive(Uplink(packet=data), "bridge", monotonic_ns() - begun_ns))


if __name__ == "__main__":
    main(*sys.argv[1:])
