"""A sealed run under load: what is heard, lost, recorded, and how late ticks are (S1, S2, S4, F16).

--per-second  packets of telemetry; 10,000 unless told
--seconds     of the load; 20 unless told
--json        head{}, rows[{line, who, case, offered, heard, counted, recorded, worked_us, in_time, late_ms,
              worst_ms, ok}]: a raw socket and asyncio-dgram, which prove and record nothing, have no `ok`
"""

from typing import Any

import numpy as np

from ground.command_list import DONE
from ground.commands.arguments import real, whole
from ground.commands.output import answer, check_place
from ground.report.listing import table
from ground.report.terminal import Terminal
from tests.benchmarks.options import Options
from tests.benchmarks.questions.load import Loaded, loaded
from tests.benchmarks.questions.load_peers import PEERS
from tests.benchmarks.telling.head import head
from tests.benchmarks.telling.told import OK, heading

PER_SECOND, SECONDS = 10_000, 20.0
STALLED_PER_SECOND, STALL_S, LONG_STALL_S, AROUND_S = 1_000, 2.0, 40.0, 4.0
LATE_NS, WORST_NS, IN_TIME = 5_000_000, 25_000_000, 0.999
COUNTS = ("OFFERED", "HEARD", "LOST", "COUNTED", "RECORDED")
HEADS = ("LINE", "WHO", *COUNTS, "US EACH", "IN 5 MS", "99.9 %", "WORST")
WORDS = """\
S1  telemetry, sealed and recorded, 3 observers: none lost, all recorded
S2  a receiver that stands still: 2 s lose none, beyond that each loss is counted
S4  ticks every 10 ms under this load: 99.9 % within 5 ms, the worst 25 ms
lost: of those offered; counted: as the receiver itself has counted them; us each: processor time of its
process for each that it heard; 99.9 %, worst: how late ticks were [ms]"""

Row = dict[str, Any]


def load(arguments: list[str]) -> int:
    """Load a run, then let a receiver stand still, and tell what came of it."""
    options = Options("load", "A sealed run under load: what is heard, lost, recorded, late.")
    per_second = whole("packets", least=1, most=10**6)
    seconds = real("time", "s", least=1.0, most=3600.0)
    options.add_argument("--per-second", type=per_second, default=PER_SECOND, metavar="N", help="10,000")
    options.add_argument("--seconds", type=seconds, default=SECONDS, metavar="S", help="of the load; 20")
    options.add_json("head and rows")
    given = options.parse_args(arguments)
    check_place(given.json)
    with Terminal() as terminal:
        terminal.show_progress(f"{given.per_second:,} packets/s")
        flood = loaded(given.per_second, given.seconds, peers=PEERS)
        terminal.show_progress("a receiver stands still")
        stalls = {
            stall_s: loaded(STALLED_PER_SECOND, stall_s + AROUND_S, stall_s=stall_s)
            for stall_s in (STALL_S, LONG_STALL_S)
        }
    case = f"{given.per_second:,} packets/s for {given.seconds:g} s"
    rows = [_heard(flood, name, line="S1", case=case) for name in flood.seen]
    rows.append(_ticks(flood, "gate", case))
    rows += [_stalled(found, stall_s) for stall_s, found in stalls.items()]
    told = {"head": head(), "rows": rows}
    answer(told, _as_text(told), given.json)
    return DONE


def _heard(found: Loaded, name: str, *, line: str, case: str) -> Row:
    """Return what one receiver has heard; of the gate's packets all belong on record."""
    seen, recorded = found.seen[name], found.recorded if name == "gate" else None
    late_ns = np.array(seen.late_ns)
    return {
        "line": line,
        "who": name,
        "case": case,
        "offered": found.sent,
        "heard": seen.count,
        "counted": found.missed.get(name),
        "recorded": recorded,
        "worked_us": seen.worked_ns / max(seen.count, 1) * 1e-3,
        "in_time": float(np.mean(late_ns <= LATE_NS)),
        "late_ms": float(np.quantile(late_ns, IN_TIME)) * 1e-6,
        "worst_ms": int(late_ns.max()) * 1e-6,
        "ok": None if name in PEERS else seen.count == found.sent and recorded in (None, found.sent),
    }


def _ticks(found: Loaded, name: str, case: str) -> Row:
    row = _heard(found, name, line="S4", case=case)
    return {**row, "ok": row["in_time"] >= IN_TIME and row["worst_ms"] <= WORST_NS * 1e-6}


def _stalled(found: Loaded, stall_s: float) -> Row:
    case = f"{stall_s:g} s still at {STALLED_PER_SECOND:,} packets/s"
    row = _heard(found, "gate", line="S2", case=case)
    lost = row["offered"] - row["heard"]
    may_lose = stall_s > STALL_S
    return {**row, "who": f"gate, {case}", "ok": lost == row["counted"] and (may_lose or lost == 0)}


def _as_text(told: dict[str, Any]) -> str:
    rows: list[Row] = told["rows"]
    lines = table([(*HEADS, ""), *map(_cells, rows)], right=tuple(range(2, len(HEADS))))
    times = f"the load: {rows[0]['case']}"
    return "\n\n".join([heading(told["head"], times), "\n".join(lines), WORDS])


def _cells(row: Row) -> list[str]:
    counts = row["offered"], row["heard"], row["offered"] - row["heard"], row["counted"], row["recorded"]
    return [
        row["line"],
        row["who"],
        *("-" if count is None else f"{count:,}" for count in counts),
        f"{row['worked_us']:.1f}",
        f"{row['in_time']:.2%}",
        f"{row['late_ms']:.1f}",
        f"{row['worst_ms']:.1f}",
        OK[row["ok"]],
    ]
