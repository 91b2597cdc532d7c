"""A quiet link in real time: a rehearsal whose link is silent almost all the time, and what came after it.

    python -m tests.system.quiet_link [--silence SECONDS]

It flies a pass by real processes whose way down is silent (an hour but for half a minute, as a pass may last
no longer), and reads from its recording how long after the bridge the operator had the first report.
Exit 1: it came later than a period of telemetry, or none came.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from telemetry.messages.spacecraft import Downlink, Telemetry
from telemetry.recording.reading.deliveries import read_deliveries

SCENARIOS = Path(__file__).parents[2] / "scenarios"
BEFORE_S, AFTER_S, SPARE_S = 8.0, 10.0, 5.0
LONGEST_S = 3600.0 - BEFORE_S - AFTER_S - SPARE_S
PERIOD_S = 0.1
ENDS = (("bridge", Downlink), ("operator", Telemetry))


def scenario(silence_s):
    """`short_link`, in which nothing happens but silence."""
    head, _, _ = (SCENARIOS / "short_link.toml").read_text().partition("[[act]]")
    lasts_s = BEFORE_S + silence_s + AFTER_S
    return (
        head.replace("duration_s = 30.0", f"duration_s = {lasts_s + SPARE_S}")
        + f"[[act]]\n[act.wait]\nfor_s = {lasts_s}\n\n"
        + f'[[fault]]\nkind = "downlink_blackout"\nat_s = {BEFORE_S}\nduration_s = {silence_s}\n\n'
        + "[expect]\ncontacts_max = 0\n"
    )


def late_s(recording, until_s):
    """How long after the bridge the operator had the first report after the silence; None: never."""
    first_ns = {}
    for delivery in read_deliveries(recording):  # of each role in its order, of all in none
        who = (delivery.role, type(delivery.message))
        if who in ENDS and delivery.at_ns >= until_s * 1e9:
            first_ns[who] = min(delivery.at_ns, first_ns.get(who, delivery.at_ns))
    return (first_ns[ENDS[1]] - first_ns[ENDS[0]]) / 1e9 if len(first_ns) == len(ENDS) else None


def main():
    """Fly, and tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--silence", type=float, default=LONGEST_S, help="seconds")
    silence_s = min(parser.parse_args().silence, LONGEST_S)
    with tempfile.TemporaryDirectory() as folder:
        file, recording = Path(folder) / "quiet_link.toml", Path(folder) / "quiet_link.mcap"
        file.write_text(scenario(silence_s))
        command = [
            sys.executable,
            "-P",
            "-m",
            "ground",
            "rehearse",
            str(file),
            "--headless",
            "--no-cameras",
            "--no-report",
        ]
        subprocess.run([*command, "--record", str(recording)], check=False)  # its summary is its own
        late = late_s(recording, BEFORE_S + silence_s)
    if late is None:
        print(f"after {silence_s:.0f} s of silence no report came through")
    else:
        print(f"after {silence_s:.0f} s of silence the first report was there after {late * 1e3:.1f} ms")
    return 0 if late is not None and late <= PERIOD_S else 1


if __name__ == "__main__":
    sys.exit(main())
