"""A sealed run under load: what is lost, what is recorded, how late ticks are (S1, S2, S4).

--per-second  packets of telemetry; 10,000 unless told
--seconds     of the load; 20 unless told
--json        head{}, rows[] as `collision` tells them
"""

import numpy as np

from ground.command_list import DONE
from ground.commands.arguments import real, whole
from ground.commands.output import answer, check_place
from ground.report.terminal import Terminal
from tests.benchmarks.options import Options
from tests.benchmarks.questions.load import Loaded, loaded
from tests.benchmarks.telling.head import head
from tests.benchmarks.telling.rows import Row
from tests.benchmarks.telling.told import as_text

PER_SECOND, SECONDS = 10_000, 20.0
STALLED_PER_SECOND, STALL_S, LONG_STALL_S, AROUND_S = 1_000, 2.0, 10.0, 4.0
LATE_NS, WORST_NS, IN_TIME = 5_000_000, 25_000_000, 0.999
WORDS = {
    "S1": "telemetry, sealed and recorded, 3 observers: none lost, all recorded",
    "S2": "a receiver that stands still: 2 s lose none, beyond that each loss is counted",
    "S4": "ticks under this load: 99.9 % within 5 ms, the worst 25 ms",
}


def load(arguments: list[str]) -> int:
    """Load a run, then let a receiver stand still, and tell what came of it."""
    options = Options("load", "A sealed run under load: what is lost, recorded, late.")
    per_second = whole("packets", least=1, most=10**6)
    seconds = real("time", "s", least=1.0, most=3600.0)
    options.add_argument("--per-second", type=per_second, default=PER_SECOND, metavar="N", help="10,000")
    options.add_argument("--seconds", type=seconds, default=SECONDS, metavar="S", help="of the load; 20")
    options.add_json("head and rows")
    given = options.parse_args(arguments)
    check_place(given.json)
    with Terminal() as terminal:
        terminal.show_progress(f"{given.per_second:,} packets/s")
        flood = loaded(given.per_second, given.seconds)
        terminal.show_progress("a receiver stands still")
        stalls = [
            loaded(STALLED_PER_SECOND, stall_s + AROUND_S, stall_s=stall_s)
            for stall_s in (STALL_S, LONG_STALL_S)
        ]
    rows = [
        _flood_row(flood, f"{given.per_second:,} packets/s for {given.seconds:g} s"),
        _ticks_row(flood, f"every 10 ms at {given.per_second:,} packets/s"),
        _stall_row(stalls[0], f"{STALL_S:g} s at {STALLED_PER_SECOND:,} packets/s", may_lose=False),
        _stall_row(stalls[1], f"{LONG_STALL_S:g} s at {STALLED_PER_SECOND:,} packets/s", may_lose=True),
    ]
    told = {"head": head(), "rows": rows}
    answer(told, as_text(told), given.json)
    return DONE


def _flood_row(found: Loaded, case: str) -> Row:
    lost = {name: found.sent - count for name, count in found.received.items()}
    note = f"sent {found.sent:,}; lost {lost}; recorded {found.recorded:,}"
    return _row("S1", case, ok=not any(lost.values()) and found.recorded == found.sent, note=note)


def _stall_row(found: Loaded, case: str, *, may_lose: bool) -> Row:
    lost, counted = found.sent - found.received["gate"], found.missed["gate"]
    note = f"lost {lost:,}, counted {counted:,}"
    return _row("S2", case, ok=lost == counted and (may_lose or lost == 0), note=note)


def _ticks_row(found: Loaded, case: str) -> Row:
    late_ns = np.array(found.late_ns)
    in_time, worst_ns = float(np.mean(late_ns <= LATE_NS)), int(late_ns.max())
    note = f"{in_time:.2%} of {late_ns.size:,} ticks within 5 ms, the worst {worst_ns * 1e-6:.1f} ms"
    row = _row("S4", case, ok=in_time >= IN_TIME and worst_ns <= WORST_NS, note=note)
    return {**row, "ours_us": float(f"{np.quantile(late_ns, IN_TIME) * 1e-3:.4g}")}


def _row(line: str, case: str, *, ok: bool, note: str) -> Row:
    return {
        "id": line,
        "case": case,
        "ours": "a run",
        "ours_us": None,
        "peer": None,
        "peer_us": None,
        "ratio": None,
        "target": {"words": WORDS[line], "us": None, "ratio": None},
        "ok": ok,
        "note": note,
    }
