"""`farhand bench gate`: how long the gate works before a release, in a scene of many boxes.

--boxes   how many; 1,000 unless told
--json    head{}, rows[] as `farhand bench collision` tells them
"""

import numpy as np

from ground.bench.gate_ticks import ticks_us
from ground.bench.head import head
from ground.bench.measure import QUICK
from ground.bench.rows import rows_of
from ground.bench.targets import aim
from ground.bench.told import as_text
from ground.bench.way import Question, Way
from ground.cli import DONE
from ground.commands.arguments import Arguments
from ground.commands.json_output import answer, check_place

BOXES = 1_000


def gate(arguments: list[str]) -> int:
    """Fly a pass among boxes, and tell how long each release took the gate."""
    options = Arguments("bench gate", "How long the gate works before a release, among many boxes.")
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
