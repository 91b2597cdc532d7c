"""What becomes of real processes that are killed and stopped at random, of HOLD, and of full disks?

    python -m tests.chaos --minutes N [--seed S] [--each K] [--folder F]

Every deed that is wanted (`deeds`) is done once, in an order of the seed, some in each run, until they are
all done or the time is up.  Each run ends with the audit of its recording (`bout`).  Exit 1: something was
found.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from tests.chaos.bout import fought
from tests.chaos.deeds import clock_fault, wanted
from tests.chaos.telling import told, told_run

A_RUN = 6  # deeds
START_S = 60.0  # that a run and its audit take beside its deeds


def main(words=None):
    options = _options().parse_args(words)
    rng = np.random.default_rng(options.seed)
    deeds, runs, until = wanted(rng, options.each), [], time.monotonic() + 60.0 * options.minutes
    every, folder = len(deeds), Path(options.folder or tempfile.mkdtemp(prefix="chaos-"))
    while deeds and (not runs or time.monotonic() + START_S < until):
        number, fault = len(runs) + 1, clock_fault(rng)
        now, deeds = deeds[:A_RUN], deeds[A_RUN:]
        runs.append(fought(folder / f"run-{number}", now, seed=options.seed + number, fault=fault))
        deeds += now[len(runs[-1].done) :]
        print(told_run(number, runs[-1], fault), flush=True)
    print(told(runs, every))
    return int(any(run.findings or any(done.findings for done in run.done) for run in runs))


def _options():
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, required=True, help="after which no run begins any more")
    parser.add_argument("--seed", type=int, default=1, help="of the order, and of the runs")
    parser.add_argument("--each", type=int, default=20, help="kills, stops and full disks of each role")
    parser.add_argument("--folder", help="where the runs and their recordings stay")
    return parser


if __name__ == "__main__":
    sys.exit(main())
