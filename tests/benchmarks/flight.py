"""How fast virtual time is: simulated hours per core hour, kinematic, without pictures or recording (S8).

--scenario what is flown; observation_pass unless told
--seconds  of it at most
--rounds   of each way, in turns; 5 unless told
--former   a checkout of another commit, flown beside, such as the one before a change

Coded, messages travel as sealed bytes; uncoded, as they are.  Each flight is a process of its own, and the
median of its processor time is told: turns even out what else the machine does.
"""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import NamedTuple

from ground.command_list import DONE
from ground.commands.arguments import whole
from ground.commands.output import answer, check_place
from ground.report.terminal import Terminal
from ground.run.kept.version import CHECKOUT
from tests.benchmarks.options import Options
from tests.benchmarks.questions import one_flight
from tests.benchmarks.telling.head import head

HERE = str(Path(CHECKOUT).parent)


class Way(NamedTuple):
    """One way to fly."""

    name: str
    checkout: str
    carried: str  # coded or uncoded


class Flown(NamedTuple):
    """What one flight took, and how long it was."""

    processor_s: float
    mission_s: float


def flight(arguments: list[str]) -> int:
    """Fly one scenario by each way, in turns, and tell how many simulated hours a core hour gives."""
    options = Options("flight", "How fast virtual time is: simulated hours per core hour, kinematic.")
    options.add_argument("--scenario", default="observation_pass", help="what is flown; observation_pass")
    seconds, rounds = whole("seconds", least=1, most=10**5), whole("rounds", least=1, most=100)
    options.add_argument("--seconds", type=seconds, default=10**5, metavar="N", help="of it at most")
    options.add_argument("--rounds", type=rounds, default=5, metavar="N", help="of each way, in turns; 5")
    options.add_argument("--former", metavar="FOLDER", help="a checkout of another commit, flown beside")
    options.add_json("head and ways")
    given = options.parse_args(arguments)
    check_place(given.json)
    former = [Way("former, coded", str(Path(given.former).resolve()), "coded")] if given.former else []
    ways = [*former, Way("coded", HERE, "coded"), Way("uncoded", HERE, "uncoded")]
    taken: dict[Way, list[Flown]] = {way: [] for way in ways}
    with Terminal() as terminal:
        for number in range(given.rounds):
            terminal.show_progress(f"round {number + 1} of {given.rounds}")
            for way in ways:
                taken[way].append(flown(way, given.scenario, given.seconds))
    rows = [_row(way, taken[way], against=taken[ways[0]]) for way in ways]
    answer({"head": head(), "ways": rows}, "\n".join(map(_line, rows)), given.json)
    return DONE


def flown(way: Way, scenario: str, limit_s: float) -> Flown:
    """Fly in a process of its own; CalledProcessError: it failed, as it says on standard error."""
    command = [sys.executable, "-P", one_flight.__file__, scenario, str(limit_s), way.carried]
    environment = os.environ | {"PYTHONPATH": way.checkout}
    done = subprocess.run(command, env=environment, cwd=way.checkout, stdout=subprocess.PIPE, check=True)
    return Flown(*map(float, done.stdout.split()))


def _row(way: Way, taken: list[Flown], *, against: list[Flown]) -> dict[str, object]:
    """Return the figures of one way; `ratio`: how many times as fast as the first one."""
    processor_s, first_s = (median(one.processor_s for one in each) for each in (taken, against))
    return {
        "way": way.name,
        "processor_s": round(processor_s, 3),
        "mission_s": taken[0].mission_s,
        "hours_per_core_hour": round(taken[0].mission_s / processor_s, 1),
        "ratio": round(first_s / processor_s, 2),
    }


def _line(row: dict[str, object]) -> str:
    return (
        f"{row['way']:<14} {row['hours_per_core_hour']:>7} simulated hours per core hour"
        f"  {row['ratio']:>5}x  ({row['mission_s']} s in {row['processor_s']} s)"
    )
