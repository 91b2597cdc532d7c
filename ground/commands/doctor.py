"""`farhand doctor`: what this machine can do for a run; a line for each finding, with its cure.

--json  as `ground.doctor.examination` has it
"""

from pathlib import Path

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments
from ground.commands.output import answer, check_place
from ground.doctor.examination import CHECKS, Check, Examination, examined
from ground.doctor.host import Host
from ground.doctor.host_findings import Finding
from ground.report.facts.words import count_text
from ground.report.listing import table
from ground.report.terminal import Terminal

LABELS = {"ok": "OK", "warning": "WARNING", "failure": "FAILURE"}


def doctor(arguments: list[str]) -> int:
    """Examine this machine; 1 if anything is a failure."""
    options = Arguments(
        "doctor", "Examine this machine: what a run needs of it, and the cure of what is wrong."
    )
    options.add_argument("--station", metavar="FILE", help="examine it as a host of this station too")
    options.add_json("the findings")
    given = options.parse_args(arguments)
    check_place(given.json)
    checks = {**CHECKS, **({"station": _of_station(Path(given.station))} if given.station else {})}
    with Terminal() as terminal:
        names = [*checks]

        def show(name: str) -> None:
            terminal.show_progress(f"{names.index(name) + 1} of {len(names)}: {name}")

        found = examined(Host(), show, checks=checks)
    answer(found, as_text(found), given.json)
    return DONE if found.ok else FAILED


def _of_station(path: Path) -> Check:
    from ground.doctor.station_checks import station_checks  # these load the compiler
    from ground.station.station_file import read_station

    station = read_station(path)
    return lambda host: station_checks(host, station)


def as_text(found: Examination) -> str:
    """Return a line for each finding, and the sum of them."""
    lines = table([(LABELS[each.state], _name(each), _words(each)) for each in found.findings])
    total = f"{count_text(found.failures, 'failure')}, {count_text(found.warnings, 'warning')}"
    ready = "this machine can fly a run" if found.ok else "this machine cannot fly a run as it must"
    return "\n".join([*lines, f"{ready}: {total}"])


def _name(finding: Finding) -> str:
    return " ".join(filter(None, (finding.check, finding.item)))


def _words(finding: Finding) -> str:
    return finding.found if finding.cure is None else f"{finding.found}; cure: {finding.cure}"
