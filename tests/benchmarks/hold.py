"""HOLD from the press to the wire, sealed, whoever is dead that it does not need (S5).

--presses     with each subset of the other processes dead; 10 unless told, 70 are 10,000 in all
--per-second  reports of a flood that comes down meanwhile; 1,000 unless told
--commands    presses by `farhand hold`, which has to start first; 20 unless told
--json        head{}, rows[] as `collision` tells them; the peer is a process that only passes datagrams on
"""

from collections.abc import Sequence

import numpy as np

from ground.command_list import DONE
from ground.commands.arguments import whole
from ground.commands.output import answer, check_place
from ground.report.terminal import Terminal
from tests.benchmarks.options import Options
from tests.benchmarks.questions.hold import Pressed, pressed, pressed_by_command
from tests.benchmarks.questions.hold_runs import WAYS
from tests.benchmarks.telling.head import head
from tests.benchmarks.telling.rows import Row
from tests.benchmarks.telling.told import as_text

PRESSES, PER_SECOND, COMMANDS = 10, 1_000, 20
USUAL, USUAL_MS, WORST_MS = 0.99, 20.0, 50.0
WORDS = "key to wire: 99 % within 20 ms, the worst 50 ms, none missed"
NS_PER_MS, US_PER_MS = 1e6, 1e3


def hold(arguments: list[str]) -> int:
    """Press on every way, and tell how long it took."""
    options = Options("hold", "HOLD from the press to the wire, with every subset of the others dead.")
    for name, most, usual, meaning in (
        ("presses", 10_000, PRESSES, "with each subset dead; 10"),
        ("per-second", 10_000, PER_SECOND, "reports that come down; 1,000"),
        ("commands", 1_000, COMMANDS, "presses by `farhand hold`; 20"),
    ):
        kind = whole(name, least=1, most=most)
        options.add_argument(f"--{name}", type=kind, default=usual, metavar="N", help=meaning)
    options.add_json("head and rows")
    given = options.parse_args(arguments)
    check_place(given.json)
    rows = list[Row]()
    with Terminal() as terminal:
        for way in WAYS:
            terminal.show_progress(way.name)
            rows.append(_row(way.name, pressed(way, given.presses, given.per_second)))
        terminal.show_progress("farhand hold")
        by_command = pressed_by_command(WAYS[0], given.commands, given.per_second)
        rows.append({**_row("rehearsal: by a command that starts", by_command), "ok": None})  # it is slower
    told = {"head": head(), "rows": rows}
    answer(told, as_text(told), given.json)
    return DONE


def _row(case: str, found: Pressed) -> Row:
    median_ms, usual_ms, worst_ms = _spread_ms(found.delays_ns)
    beside_ms = _spread_ms(found.relay_ns)[1]
    note = (
        f"{found.presses:,} presses over {found.subsets} subsets, missed {found.missed}: median"
        f" {median_ms:.1f} ms, 99 % {usual_ms:.1f}, worst {worst_ms:.1f}; by the relay 99 % {beside_ms:.1f}"
    )
    return {
        "id": "S5",
        "case": case,
        "ours": "99 % of presses",
        "ours_us": _us(usual_ms),
        "peer": "a relay",
        "peer_us": _us(beside_ms),
        "ratio": None,
        "target": {"words": WORDS, "us": USUAL_MS * US_PER_MS, "ratio": None},
        "ok": found.missed == 0 and usual_ms <= USUAL_MS and worst_ms <= WORST_MS,
        "note": note,
    }


def _spread_ms(times_ns: Sequence[int]) -> tuple[float, float, float]:
    """Return median, 99 % and worst; of none, infinity."""
    if not times_ns:
        return np.inf, np.inf, np.inf
    median_ms, usual_ms, worst_ms = np.quantile(times_ns, (0.5, USUAL, 1.0)) / NS_PER_MS
    return float(median_ms), float(usual_ms), float(worst_ms)


def _us(milliseconds: float) -> float | None:
    return milliseconds * US_PER_MS if np.isfinite(milliseconds) else None
