"""What helps a simulated person who leads the arm by hand through delay.

A person who judges distances a little wrong leads the tool behind an obstacle, move by move, through the
whole chain in virtual time and without dynamics; under each condition the same seeds, so the same errors.
What is told of it: `tests.benchmarks.questions.hand_study`.

--runs      seeds under each condition, at each delay
--delay     round trip of the link [s]; several by commas
--condition these alone, by commas
--picture   times as a figure, SVG or PNG
--markdown  table and bars, as the guide has them
--json      head{...}, rows[...]
"""

from typing import Any

from ground.command_list import DONE
from ground.commands.output import answer, check_picture, check_place, write_figure
from ground.report.listing import table
from ground.report.terminal import Terminal
from ground.run.kept.usage_error import UsageError
from telemetry.files.settings import nearest
from tests.benchmarks.options import Options
from tests.benchmarks.questions.hand_flight import CONDITIONS
from tests.benchmarks.questions.hand_study import Asked, cells, rows
from tests.benchmarks.telling.head import head
from tests.benchmarks.telling.told import heading

RUNS, DELAYS_S, MOST_S = 200, (0.0, 2.0, 7.0), 60.0
BAR = 40  # characters of the longest
HEADS = (
    "DELAY", "CONDITION", "REACHED", "TIME [s]", "SAVED [s]",
    "PATH [m]", "REFUSALS", "CLEARANCE [mm]", "RAISED [mm]",
)  # fmt: skip
Row = dict[str, Any]


def hand(arguments: list[str]) -> int:
    """Fly under each condition and tell what helped."""
    given = _options().parse_args(arguments)
    check_place(given.json)
    check_picture(given.picture)
    if not 1 <= given.runs <= 10_000:
        raise UsageError(f"--runs {given.runs}: give 1 to 10000")
    asked = Asked(given.runs, given.first_seed, _delays(given.delay), _conditions(given.condition))
    with Terminal() as terminal:
        found = {
            "head": head(),
            "rows": rows([*cells(asked, lambda line: terminal.show_progress(line, line.split(":")[0]))]),
        }
    if given.picture:
        from tests.benchmarks.telling.hand_figure import hand_figure  # matplotlib

        write_figure(hand_figure(found), given.picture)
    answer(found, as_markdown(found) if given.markdown else as_text(found), given.json)
    return DONE


def _options() -> Options:
    options = Options("hand", "What helps a simulated person who leads the arm through delay.")
    options.add_argument("--runs", type=int, default=RUNS, metavar="N", help="seeds under each condition")
    options.add_argument("--first-seed", type=int, default=1, metavar="N", help="begin with this one")
    options.add_argument("--delay", metavar="S,...", help="round trips of the link [s]; else 0,2,7")
    options.add_argument("--condition", metavar="NAME,...", help=f"of {', '.join(CONDITIONS)}")
    options.add_picture("the times")
    options.add_argument("--markdown", action="store_true", help="table and bars as the guide has them")
    options.add_json("head and rows")
    return options


def _delays(listed: str | None) -> tuple[float, ...]:
    try:
        delays = tuple(float(word) for word in listed.split(",")) if listed else DELAYS_S
    except ValueError:
        raise UsageError(f"--delay {listed}: give seconds, for example 0,2,7") from None
    if not all(0.0 <= delay <= MOST_S for delay in delays):
        raise UsageError(f"--delay {listed}: each must be 0 to {MOST_S:g} s")
    return delays


def _conditions(listed: str | None) -> tuple[str, ...]:
    names = tuple(listed.split(",")) if listed else tuple(CONDITIONS)
    for name in names:
        if name not in CONDITIONS:
            raise UsageError(f"--condition: unknown {name!r}{nearest(name, [*CONDITIONS])}")
    return names


def as_text(found: dict[str, Any]) -> str:
    """Return the rows as a table, and the times as bars."""
    lines = table([HEADS, *map(_cells, found["rows"])], right=(0,))
    told = heading(found["head"], "means, with the bounds of 95 % confidence")
    return "\n\n".join([told, "\n".join(lines), bars(found["rows"])])


def as_markdown(found: dict[str, Any]) -> str:
    """Return the same for the guide; flights in virtual time are the same on any machine."""
    lines = [f"| {' | '.join(head.lower() for head in HEADS)} |", f"|{'---|' * len(HEADS)}"]
    lines += [f"| {' | '.join(_cells(row))} |" for row in found["rows"]]
    return "\n".join([*lines, "", "```", bars(found["rows"]), "```"])


def bars(told: list[Row]) -> str:
    """Return the times on task as bars, with what is between the bounds as dots."""
    longest = max(row["time_s"]["high"] for row in told)
    lines = [(f"{row['delay_s']:g} s", row["condition"], _bar(row["time_s"], longest)) for row in told]
    return "\n".join(table(lines))


def _bar(time: dict[str, float], longest: float) -> str:
    low, high = (round(BAR * time[key] / longest) for key in ("low", "high"))
    return f"{'#' * low}{'.' * (high - low)} {time['value']:.0f} s"


def _cells(row: Row) -> list[str]:
    return [
        f"{row['delay_s']:g} s",
        row["condition"],
        f"{row['reached']} of {row['runs']}",
        _told(row["time_s"], 1.0, 1),
        _told(row["saved_s"], 1.0, 1),
        _told(row["path_m"], 1.0, 3),
        _told(row["refusals"], 1.0, 2),
        _told(row["clearance_m"], 1000.0, 0),
        _told(row["raised_m"], 1000.0, 1),
    ]


def _told(value: dict[str, float] | None, scale: float, digits: int) -> str:
    if value is None:
        return ""
    middle, low, high = (f"{scale * value[key]:.{digits}f}" for key in ("value", "low", "high"))
    return f"{middle} ({low} to {high})"
