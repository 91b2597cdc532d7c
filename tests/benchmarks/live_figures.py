"""How punctual and how heavy a real-time rehearsal is on this machine; run by hand, nothing is asserted.

    python -m tests.benchmarks.live_figures [SCENARIO] [farhand rehearse options]

Prints, from one run: intervals of the predicted arm (U3) and of the gate's ticks (U4) from the recording, and
cores and memory of all processes (U5) from the system, between the first motion and the end of the script.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from telemetry.recording.given.driver_records import (
    TICKS,
    Ticked,
    driver_record_name,
    is_driver_record,
    unpack_driver_record,
)
from telemetry.recording.reading.deliveries import read_deliveries

ROOT = Path(__file__).resolve().parents[2]
Sample = tuple[float, float, float]  # when, CPU seconds, MiB
Used = dict[str, list[Sample]]  # by role

TICKS_PER_S = os.sysconf("SC_CLK_TCK")
PAGE_MIB = os.sysconf("SC_PAGE_SIZE") / 2**20
LOOK_S = 0.5
MARGIN_NS = 2_000_000_000  # at both ends of a recording


def main(arguments: list[str]) -> int:
    scenario, options = (arguments[0], arguments[1:]) if arguments else ("observation_pass", ["--headless"])
    with tempfile.TemporaryDirectory() as folder:
        recording = Path(folder) / "pass.mcap"
        environment = {**os.environ, "XDG_STATE_HOME": folder}
        command = [
            sys.executable,
            "-m",
            "ground",
            "rehearse",
            scenario,
            "--no-report",
            *options,
            "--record",
            str(recording),
        ]
        summary = Path(folder) / "summary.json"
        process = subprocess.Popen(
            [*command, "--json", str(summary)], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL
        )
        used = watch(process, Path(folder))
        told = json.loads(summary.read_text())
        print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
        print(
            f"{scenario} {' '.join(options)}: {'ok' if told['ok'] else 'NOT OK'}, {told['duration_s']:.1f} s"
        )
        report(recording, used)
    return process.returncode


def watch(process: subprocess.Popen[bytes], folder: Path) -> Used:
    """Sample each role while the arm is commanded."""
    used: dict[str, list[Sample | None]] = {}
    while process.poll() is None:
        time.sleep(LOOK_S)
        for status in folder.glob("farhand/runs/*/status.json"):
            state = json.loads(status.read_text())
            if state["phase"] == "running":
                for row in state["processes"]:
                    used.setdefault(row["role"], []).append(sample(row["pid"]))
                used.setdefault("supervisor", []).append(sample(process.pid))
    return {role: [one for one in samples if one] for role, samples in used.items()}


def sample(pid: int) -> Sample | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None
    cpu_s = (int(fields[11]) + int(fields[12])) / TICKS_PER_S
    return time.monotonic(), cpu_s, int(fields[21]) * PAGE_MIB


def report(recording: Path, used: Used) -> None:
    ticks: dict[str, list[int]] = {"predictor": [], "gate": []}
    for delivery in read_deliveries(recording):
        is_told = is_driver_record(delivery.packet) and driver_record_name(delivery.packet) == TICKS
        if delivery.role in ticks and is_told:
            told = unpack_driver_record(delivery.packet)
            ticks[delivery.role] += told.times_ns(delivery.at_ns) if isinstance(told, Ticked) else ()
    for role, period_ms, limits in (("predictor", 10, (2, 5)), ("gate", 250, (5,))):
        tell_intervals(role, ticks[role], period_ms=period_ms, limits_ms=limits)
    total_cores = total_mib = 0.0
    for role, samples in sorted(used.items()):
        if len(samples) < 2:
            continue
        cores = (samples[-1][1] - samples[0][1]) / (samples[-1][0] - samples[0][0])
        mib = max(memory for _, _, memory in samples)
        total_cores, total_mib = total_cores + cores, total_mib + mib
        print(f"  {role:<14} {cores:5.2f} cores  {mib:6.0f} MiB")
    print(f"  {'all':<14} {total_cores:5.2f} cores  {total_mib:6.0f} MiB (shared pages counted in each)")


def tell_intervals(role: str, at_ns: list[int], *, period_ms: float, limits_ms: tuple[float, ...]) -> None:
    inner = [t for t in at_ns if at_ns[0] + MARGIN_NS < t < at_ns[-1] - MARGIN_NS]
    off_ms = sorted(abs((b - a) * 1e-6 - period_ms) for a, b in pairwise(inner))
    within = {limit: sum(x <= limit for x in off_ms) / len(off_ms) for limit in limits_ms}
    shares = ", ".join(f"{share:.2%} within {limit} ms" for limit, share in within.items())
    print(f"  {role} ticks every {period_ms} ms: {shares}; worst {off_ms[-1]:.1f} ms off")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
