"""Fly one scenario in this process, and print the processor seconds and the mission seconds.

A program of its own: `python -P one_flight.py SCENARIO SECONDS coded|uncoded`, by the Farhand that Python
finds first.  A flight before it compiles and imports what is needed.
"""

import sys
import time

import msgspec

from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load


def flown(name: str, limit_s: float, way: str) -> tuple[float, float]:
    """Return processor seconds and mission seconds of a flight without pictures or recording."""
    asked = Flight(seed=1, coded=False, shown=False) if way == "uncoded" else Flight(seed=1)  # as a campaign
    whole = load(name).with_plant("kinematic")
    scenario = msgspec.structs.replace(whole, duration_s=min(whole.duration_s, limit_s))
    began_s = time.process_time()
    summary = fly(scenario, asked)
    return time.process_time() - began_s, summary.duration_s


if __name__ == "__main__":
    flown(sys.argv[1], 2.0, sys.argv[3])
    print(*flown(sys.argv[1], float(sys.argv[2]), sys.argv[3]))
