"""`farhand record info|recover|export|force`: a recording's contents, a whole file of a damaged one, forces.

Exports are written by `record_export`, figures drawn by `record_figure`; `force` reports what a bilateral
hand felt, as figures, samples and a picture.
"""

from argparse import Namespace
from pathlib import Path
from typing import NamedTuple

from ground.command_list import DONE
from ground.commands.arguments import Arguments
from ground.commands.output import answer, check_picture, check_place, write_figure
from ground.commands.recording.record_export import add_formats, as_text, export
from ground.commands.recording.record_figure import figure, read_forces
from ground.report.facts.forces import HandForces, as_lines
from ground.run.kept.usage_error import UsageError
from telemetry.drive.factory import load
from telemetry.recording.reading.answers import DamageRow, RecordingInfo, Recovered

INFO, RECOVER = "telemetry.commands:record_info", "telemetry.commands:record_recover"
MEBIBYTE = 1024 * 1024


def record(arguments: list[str]) -> int:
    """Look into a recording, recover what is readable, or write it in formats that others know."""
    if arguments[:1] == [FIGURE]:
        return figure(arguments[1:])
    options = _record_options()
    given = options.parse_args(arguments)
    check_place(given.json)
    if given.picture and given.action != "force":
        raise UsageError("record: --picture belongs to `record force`")
    check_picture(given.picture)
    path = options.recording(given)
    result = ANSWERS[given.action](path, given)
    if given.picture and isinstance(result.answer, HandForces):
        from ground.report.figures.hand_force_figure import force_figure  # matplotlib

        write_figure(force_figure(result.answer), given.picture)
    answer(result.answer, result.text, given.json)
    return DONE


class ActionAnswer(NamedTuple):
    """The answer to an action, and the same for people."""

    answer: object
    text: str


def _info(path: Path, given: Namespace) -> ActionAnswer:
    info: RecordingInfo = load(INFO)(path)
    return ActionAnswer(info, _info_text(info))


def _export(path: Path, given: Namespace) -> ActionAnswer:
    written = export(path, given)
    return ActionAnswer(written, as_text(written))


def _force(path: Path, given: Namespace) -> ActionAnswer:
    forces = read_forces(path)
    return ActionAnswer(forces, force_lines(forces))


def _recover(path: Path, given: Namespace) -> ActionAnswer:
    out = Path(given.out) if given.out else path.with_name(f"{path.stem}-recovered.mcap")
    done: Recovered = load(RECOVER)(path, out)
    return ActionAnswer(done, f"{done.records} records in {done.file}\n{_damage(done.damage)}")


FIGURE = "figure"
ANSWERS = {"info": _info, "recover": _recover, "export": _export, "force": _force}


def _record_options() -> Arguments:
    options = Arguments(
        "record", "Look into a recording, recover what is readable of a damaged one, or write it for others."
    )
    options.add_argument("action", choices=(*ANSWERS, FIGURE))
    options.add_recording()
    options.add_argument(
        "--out", metavar="FILE", help="recover: the new file (default: FILE-recovered.mcap beside it)"
    )
    options.add_argument(
        "--picture", metavar="FILE", help="force: draw it over time, as FILE.png or FILE.svg"
    )
    add_formats(options)
    options.add_json("the answer", is_needed=True)
    return options


def _info_text(result: RecordingInfo) -> str:
    about = result.about
    lines = [
        f"{about.scenario or 'unnamed'}: {result.records} records, {result.from_s:.1f} s"
        f" to {result.to_s:.1f} s, {result.bytes / MEBIBYTE:.1f} MiB",
        f"run        {about.run_id}, seed {about.seed}, mode {about.mode}"
        f"{', begun ' + about.begun if about.begun else ''}",
        f"time       {result.utc[0]} to {result.utc[1]}{'' if about.begun else ', virtual'}",
        f"made by    farhand {about.version}, configuration {about.configuration}",
        f"attached   {', '.join(result.attached) or 'nothing'}",
        f"files      {', '.join(result.files)}",
        *_messages(result),
    ]
    lines += [f"unknown    from {row.sender}, with {', '.join(row.keys)}" for row in result.unknown]
    missing = ", ".join(f"{count} of {role}" for role, count in result.lost.items())
    return "\n".join([*lines, f"not kept   {missing or 'nothing'}", _damage(result.damage)])


def _messages(result: RecordingInfo) -> list[str]:
    """Return a line for each class with the count of each receiver; then the records of the drivers."""
    given: dict[str, list[str]] = {name: [] for name in result.messages}
    for role, counts in result.roles.items():
        for name, number in {**counts.messages, "ticks": counts.ticks}.items():
            given.setdefault(name, []).extend([f"{role} {number}"] if number else [])
    return [
        f"  {name:<16} {result.messages.get(name, ''):>7}  {', '.join(roles)}"
        for name, roles in given.items()
        if roles
    ]


def _damage(damage: DamageRow | None) -> str:
    if damage is None:
        return "damage     none"
    missing = f"; {damage.missing} records are missing" if damage.missing else ""
    return f"damage     {damage.problem}, after record {damage.after_record}{missing}"


def force_lines(result: HandForces) -> str:
    """Return the lines for people."""
    at_s = result.samples.at_s
    return "\n".join(
        [
            f"{result.scenario or 'unnamed'}: {len(at_s)} forces, {at_s[0]:.1f} s to {at_s[-1]:.1f} s",
            *as_lines(result.force),
            f"damage     {result.damage or 'none'}",
        ]
    )
