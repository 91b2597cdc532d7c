"""The command `farhand expect`: checks over any recording, with an exit code that anybody's CI understands.

    farhand expect pass.mcap observation_pass        what that scenario expects
    farhand expect pass.mcap checks.toml             an [expect] table alone

--json  as `ExpectAnswer` tells
"""

from pathlib import Path

import msgspec

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments
from ground.commands.output import answer, check_place
from ground.rehearsal.recorded_evidence import recorded_evidence
from ground.report.expect.expectation import Expected
from ground.report.expect.table import judge, unmet
from ground.report.facts.words import count_text, value_text
from ground.report.terminal import Terminal
from ground.scenario.checks_file import read_checks
from telemetry.agreed.run_settings import NS_PER_S

NO_DATA = "no data"


class ExpectAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What became of each check."""

    recording: str
    flown: str  # scenario or pass that it is of
    checks: str
    duration_s: float
    ok: bool  # each check holds, and all of the recording could be read
    expectations: list[Expected]
    unmet: dict[str, str]  # check -> why
    damage: str | None  # of the recording


def expect(arguments: list[str]) -> int:
    """Judge a recording by checks; exit code 1: one does not hold, or part of the recording is not there."""
    options = Arguments("expect", "Judge any recording by checks: a scenario's, or a file of your own.")
    options.add_argument("file", metavar="FILE", help="a recording of a rehearsal or a pass")
    options.add_argument(
        "checks", metavar="CHECKS", help="a scenario by name or file, or a TOML file with [expect] alone"
    )
    options.add_json("what became of each check")
    given = options.parse_args(arguments)
    check_place(given.json)
    checks = read_checks(given.checks)
    with Terminal() as terminal:
        terminal.begin_progress("reads the recording")

        def show(at_ns: int) -> None:
            terminal.show_progress(f"{at_ns / NS_PER_S:6.1f} s  read", "reading the recording")

        with recorded_evidence(Path(given.file), show) as (about, evidence, damage):
            asked = evidence._replace(is_asked_of_all=not checks.is_of_scenario)
            rows = judge(checks.expect, asked)
            result = ExpectAnswer(
                recording=given.file,
                flown=about.scenario,
                checks=checks.name,
                duration_s=round(evidence.facts.duration_s, 4),
                ok=all(row.ok for row in rows) and not damage,
                expectations=rows,
                unmet={row.name: unmet(row, asked).reason for row in rows if not row.ok},
                damage=damage or None,
            )
    answer(result, expect_text(result), given.json)
    return DONE if result.ok else FAILED


def expect_text(result: ExpectAnswer) -> str:
    """Return the lines for people: what came of it, then each check with value, limit and instant."""
    held = [row for row in result.expectations if row.ok and not row.skipped]
    skipped = sum(row.skipped for row in result.expectations)
    rest = f", {skipped} skipped" if skipped else ""
    lines = [
        f"{'MET' if result.ok else 'NOT MET'}: {len(held)} of {count_text(len(result.expectations), 'check')}"
        f"{rest}; {result.flown or 'unnamed'}, {result.duration_s:.1f} s, by {result.checks}",
        *(line for row in result.expectations for line in _lines(row, result.unmet.get(row.name, ""))),
    ]
    if result.damage:
        lines.append(f"damage     {result.damage}: what happened there is not judged, so nothing is met")
    return "\n".join(lines)


def _lines(row: Expected, why: str) -> list[str]:
    if row.skipped:
        return [f"  skipped  {row.name:<22} {row.why}"]
    value = NO_DATA if row.value is None else value_text(row.value)
    at = "" if row.at_s is None else f"  at {row.at_s:.2f} s"
    line = f"  {'ok' if row.ok else 'not met':<7}  {row.name:<22} {value}{at}"
    return [f"{line}  (expected {value_text(row.limit)})", *([f"{'':>11}{why}"] if why else [])]
