"""What a bench found, for people: a table, and what it was run on."""

from typing import Any

from ground.report.listing import table
from tests.benchmarks.telling.rows import Row

HEADS = ("LINE", "CASE", "OURS", "PEER", "PEER'S", "RATIO", "TARGET", "")
TIMES = "processor time in microseconds an answer: medians, of ratios the quartiles too"
US_PER_S = 1e6
OK = {True: "ok", False: "MISSED", None: ""}


def as_text(bench: dict[str, Any]) -> str:
    """Return the head in words, the rows as a table with times in microseconds, and the notes below."""
    rows: list[Row] = bench["rows"]
    notes = list(dict.fromkeys(row["note"] for row in rows if row["note"]))
    mark = {note: f"({number})" for number, note in enumerate(notes, start=1)}
    lines = table([HEADS, *(_cells(row, mark) for row in rows)], right=(2, 4, 5, 6))
    told = "\n".join(f"{mark[note]} {note}" for note in notes)
    return "\n\n".join(filter(None, (heading(bench["head"]), "\n".join(lines), told)))


def as_markdown(bench: dict[str, Any]) -> str:
    """Return the same as a table of Markdown, with the head below it."""
    heads = ("line", "case", "ours [us]", "peer", "peer [us]", "ratio", "target")
    rows = [_cells(row, {}) for row in bench["rows"]]
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    lines += [f"| {' | '.join(cells[: len(heads)])} |" for cells in rows]
    return "\n".join([*lines, "", heading(bench["head"])])


def in_words(row: Row) -> str:
    """Return a row as one line."""
    beside = f", {row['peer']} {_time(row['peer_us'])} us ({_ratio(row)})" if row["ratio"] else ""
    words = f"{row['id']} {row['case']}: {_time(row['ours_us'])} us{beside} {OK[row['ok']]}"
    return f"{words.rstrip()}; {row['note']}" if row["note"] else words.rstrip()


def heading(head: dict[str, Any], times: str = TIMES) -> str:
    """Return what a bench was run on, and what its times are."""
    versions = ", ".join(f"{name} {version}" for name, version in head["versions"].items() if version)
    return "\n".join(
        [
            f"{head['machine']}, {head['cores']} cores, load {head['load']:g}",
            f"farhand {head['farhand']} {head['commit'] or ''}, Python {head['python']}, {versions}",
            f"{head['date']}; {times}",
        ]
    )


def _cells(row: Row, mark: dict[str, str]) -> list[str]:
    return [
        row["id"],
        row["case"],
        _time(row["ours_us"]),
        row["peer"] or "",
        _time(row["peer_us"]),
        _ratio(row),
        _aim(row["target"]),
        f"{OK[row['ok']]} {mark.get(row['note'], '')}".strip(),
    ]


def _ratio(row: Row) -> str:
    """Return the median of a ratio, and its quartiles where they were taken."""
    if row["ratio"] is None:
        return ""
    _, low, high = (row.get("spread") or {}).get("ratio") or (None, None, None)
    around = "" if low is None else f" ({low:.3g} to {high:.3g})"
    return f"{row['ratio']:.3g}x{around}"


def _time(us: float | None) -> str:
    if us is None:
        return "-"
    if us >= US_PER_S / 10:
        return f"{us / US_PER_S:.3g} s"
    return f"{us:.3g}" if us < 1000.0 else f"{us:,.0f}"


def _aim(target: dict[str, Any]) -> str:
    if target["ratio"] is not None:
        return f">= {target['ratio']:g}x"
    return "" if target["us"] is None else f"<= {_time(target['us'])}"
