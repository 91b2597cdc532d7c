"""How long the gate works before a release, in a scene of many boxes.

--boxes   how many; 1,000 unless told
--json    head{}, rows[] as `collision` tells them
"""

import numpy as np

from ground.command_list import DONE
from ground.commands.output import answer, check_place
from ground.comparison.measure import QUICK
from tests.benchmarks.options import Options
from tests.benchmarks.peers.way import Question, Way
from tests.benchmarks.questions.gate_ticks import ticks_us
from tests.benchmarks.telling.head import head
from tests.benchmarks.telling.rows import rows_of
from tests.benchmarks.telling.targets import aim
from tests.benchmarks.telling.told import as_text

BOXES = 1_000


def gate(arguments: list[str]) -> int:
    """Fly a pass among boxes, and tell how long each release took the gate."""
    options = Options("gate", "How long the gate works before a release, among many boxes.")
    options.add_argument("--boxes", type=int, default=BOXES, metavar="N", help="so many in the scene")
    options.add_json("head and rows")
    given = options.parse_args(arguments)
    check_place(given.json)
    took_us = ticks_us(given.boxes)
    note = f"{len(took_us)} releases of a pass, the worst {took_us.max():.0f} us"
    ours = Way("a tick that releases", lambda: None, note=note)
    asked = Question("F22", f"{given.boxes:,} boxes", 1, ours)
    rows = rows_of(asked, aim(asked), QUICK, timer=lambda *_: np.array(took_us)[:, None])
    told = {"head": head(), "rows": rows}
    answer(told, as_text(told), given.json)
    return DONE
