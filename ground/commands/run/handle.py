"""The command `farhand handle`: a device beside a run that goes on, in a process of its own."""

import os
import sys
from pathlib import Path

from ground.commands.arguments import Arguments, real
from ground.run.kept.known_runs import the_run
from telemetry.drive.factory import load
from telemetry.network.door_address import read_door

SLOWEST_HZ, FASTEST_HZ = 50.0, 1000.0
DEVICES = "haptics.devices.device:DEVICES"


def handle(arguments: list[str]) -> int:
    """Become the driver of a device; exit code 2 if it is not there or nothing is running."""
    devices = load(DEVICES)
    what = "; ".join(f"{name}: {row.summary}" for name, row in devices.items())
    options = Arguments("handle", "Take the handle of a run with a device, until Ctrl-C.")
    options.add_argument("device", choices=devices, metavar="DEVICE", help=what)
    options.add_run()
    carrier = options.add_mutually_exclusive_group()
    for name in ("tcp", "udp"):
        carrier.add_argument(f"--{name}", dest="carrier", action="store_const", const=name)
    options.add_argument(
        "--rate",
        type=real("rate", "Hz", least=SLOWEST_HZ, most=FASTEST_HZ),
        default=FASTEST_HZ,
        metavar="HZ",
        help="of its states (default: 1000)",
    )
    given = options.parse_args(arguments)
    folder = Path(the_run(given.run).folder)
    read_door(folder)
    words = [
        "handle",
        given.device,
        str(folder),
        "--carrier",
        given.carrier or "tcp",
        "--rate",
        f"{given.rate:g}",
    ]
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-P", "-m", "haptics", *words])
