"""How fast datagrams go: a burst, and there and back, beside raw sockets and asyncio-dgram (F16).

--rounds  of each, in turns; 5 unless told
--burst   datagrams in a burst; 100,000 unless told
--json    head{}, rows[] as `collision` tells them
"""

import numpy as np

from ground.command_list import DONE
from ground.commands.arguments import whole
from ground.commands.output import answer, check_place
from ground.report.terminal import Terminal
from tests.benchmarks.options import Options
from tests.benchmarks.questions import bursts, pings
from tests.benchmarks.questions.bursts import Caught
from tests.benchmarks.telling.head import head
from tests.benchmarks.telling.rows import Row
from tests.benchmarks.telling.told import as_text

ROUNDS = 5
OURS = "ours"
SLOWEST = 1.1  # times asyncio-dgram's round trip, at most
ROUND_TRIP = f"round trip: <= {SLOWEST:g}x asyncio-dgram's"
WHOLE = "a burst of 100,000 datagrams: none lost"


def wire(arguments: list[str]) -> int:
    """Send bursts and pings by each way, in turns, and tell how they went."""
    options = Options("wire", "How fast datagrams go, beside raw sockets and asyncio-dgram.")
    rounds, burst = whole("rounds", least=1, most=100), whole("datagrams", least=100, most=10**6)
    options.add_argument("--rounds", type=rounds, default=ROUNDS, metavar="N", help="of each, in turns; 5")
    options.add_argument("--burst", type=burst, default=bursts.BURST, metavar="N", help="datagrams; 100,000")
    options.add_json("head and rows")
    given = options.parse_args(arguments)
    check_place(given.json)
    caught: dict[tuple[str, bool], list[Caught]] = {}
    trips: dict[str, list[float]] = {}
    with Terminal() as terminal:
        for number in range(given.rounds):
            terminal.show_progress(f"round {number + 1} of {given.rounds}")
            for kind in pings.KINDS:
                trips.setdefault(kind, []).append(pings.trips(kind).median_us)
            for is_decoded in (False, True):
                for kind in bursts.RECEIVERS:
                    one = bursts.caught(kind, given.burst, is_decoded=is_decoded)
                    caught.setdefault((kind, is_decoded), []).append(one)
    rows = [*_trip_rows(trips), *_burst_rows(caught, given.burst)]
    told = {"head": head(), "rows": rows}
    answer(told, as_text(told), given.json)
    return DONE


def _trip_rows(trips: dict[str, list[float]]) -> list[Row]:
    """Return ours beside each other way; only asyncio-dgram's is a measure of it."""
    ours = np.array(trips[OURS])
    rows = []
    for kind in trips:
        if kind != OURS:
            ratio = float(np.median(np.array(trips[kind]) / ours))
            wanted = 1 / SLOWEST if kind == "asyncio-dgram" else None
            times = float(np.median(ours)), float(np.median(trips[kind]))
            rows.append(_row("there and back", kind, times, ratio=ratio, wanted=wanted, words=ROUND_TRIP))
    return rows


def _burst_rows(caught: dict[tuple[str, bool], list[Caught]], burst: int) -> list[Row]:
    rows = []
    for is_decoded in (False, True):
        ours = caught[OURS, is_decoded]
        case = "a burst, proven and decoded" if is_decoded else "a burst"
        for kind, decoded in caught:
            if kind == OURS or decoded != is_decoded:
                continue
            theirs = caught[kind, decoded]
            times = _median(ours), _median(theirs)
            lost = [sum(burst - one.came for one in each) for each in (ours, theirs)]
            note = f"lost of {burst * len(ours):,}: ours {lost[0]:,}, {kind} {lost[1]:,}"
            ratio = times[1] / times[0]
            row = _row(case, kind, times, ratio=ratio, wanted=None, words=WHOLE, note=note)
            rows.append({**row, "ok": lost[0] == 0})
    return rows


def _median(of: list[Caught]) -> float:
    return float(np.median([one.worked_us for one in of]))


def _row(
    case: str, peer: str, times: tuple[float, float], *, ratio: float, wanted: float | None, **words: str
) -> Row:
    return {
        "id": "F16",
        "case": case,
        "ours": OURS,
        "ours_us": float(f"{times[0]:.4g}"),
        "peer": peer,
        "peer_us": float(f"{times[1]:.4g}"),
        "ratio": float(f"{ratio:.4g}"),
        "target": {"words": words["words"], "us": None, "ratio": wanted},
        "ok": None if wanted is None else ratio >= wanted,
        "note": words.get("note", ""),
    }
