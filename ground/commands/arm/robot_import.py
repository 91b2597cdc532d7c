"""`farhand robot import FILE`: a robot file of an arm that another format describes.

--json  the keys of `ImportedFacts`
"""

import shlex
from pathlib import Path

import msgspec

from ground.command_list import DONE
from ground.commands.arguments import Arguments, real
from ground.commands.output import answer, check_place
from ground.report.facts.words import base_text, count_text
from ground.report.listing import listing
from predictor.inputs.doubt import Doubt
from predictor.model.files.imported import Accepted, ImportedRobot, imported_robot
from predictor.model.files.robot_file import missing_text, without_volume
from predictor.queries.robot_facts import BaseFacts, base_facts
from telemetry.files.settings import FileError
from telemetry.files.whole_file import write_whole

DENSITY = real("density", "kg/m^3; aluminium has 2700", least=1.0, most=30_000.0)


def import_robot(arguments: list[str]) -> int:
    """Write the robot file of another's arm; what is missing in it is no failure."""
    options = Arguments("robot import", "Make a robot file of an arm that somebody else describes.")
    options.add_argument("file", metavar="FILE", help="a URDF, or a table of Denavit-Hartenberg rows")
    options.add_argument("--out", metavar="FILE", help="the robot file; NAME.toml here, without it")
    options.add_argument(
        "--density", metavar="KG_M3", type=DENSITY, help="weigh links without a mass by their shapes"
    )
    options.add_argument(
        "--floating", action="store_true", help="the base is a body that floats; without it: bolted"
    )
    options.add_argument(
        "--accept-bare",
        metavar="LINK",
        action="append",
        default=[],
        help="fly this link although it moves without any volume; every run then tells of it",
    )
    options.add_json("the answer", is_needed=True)
    given = options.parse_args(arguments)
    source = Path(given.file)
    out = Path(given.out or f"{source.stem}.toml")
    check_out(out)
    check_place(given.json)
    accepted = Accepted(given.floating, tuple(given.accept_bare))
    made = imported_robot(source, out, density=given.density, accepted=accepted)
    write_files(made)
    answer(facts(made, out), as_text(made, out), given.json)
    return DONE


def check_out(out: Path) -> None:
    """Refuse a robot file that could not be written; FileError: why, and what to name."""
    if out.suffix.lower() != ".toml":
        raise FileError(out, "", "is no name of a robot file; it must end in .toml")
    if out.exists():
        raise FileError(out, "", "is there already; name another with --out, or take it away")
    check_place(str(out))


def write_files(made: ImportedRobot) -> None:
    """Write a robot file and its meshes; FileError: one of them cannot be written."""
    for path, content in made.files.items():
        try:
            write_whole(path, content)
        except OSError as error:
            raise FileError(path, "", f"cannot be written ({error.strerror})") from None


class ImportedBase(BaseFacts, frozen=True, kw_only=True):
    """The base, and how to have it the other way."""

    commands: dict[str, str]  # bolted, floating: as they are typed


class ImportedFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What was written, what is to be filled in, what is doubtful."""

    name: str
    file: str
    meshes: list[str]  # files
    joints: int
    capsules: int
    weighed: list[str]
    bare: list[str]
    base: ImportedBase
    flyable: bool
    missing: list[str]  # keys
    doubts: tuple[Doubt, ...]


def facts(made: ImportedRobot, out: Path) -> ImportedFacts:
    """Return what was made."""
    base = msgspec.structs.asdict(base_facts(made.made))
    return ImportedFacts(
        name=made.made.table.name,
        file=str(out),
        meshes=[str(path) for path in made.files if path != out],
        joints=len(made.made.robot.joints),
        capsules=len(made.made.robot.capsules.names),
        weighed=list(made.weighed),
        bare=[*without_volume(made.made.missing)],
        base=ImportedBase(**base, commands=_commands(made, out)),
        flyable=not made.made.missing,
        missing=list(made.made.missing),
        doubts=made.source.doubts,
    )


def as_text(made: ImportedRobot, out: Path) -> str:
    """Return what was made in words."""
    robot, missing = made.made.robot, made.made.missing
    head = (
        f"{out}: {count_text(len(robot.joints), 'joint')}, {count_text(len(robot.capsules.names), 'capsule')}"
    )
    lines = [f"{head}, {count_text(len(made.files) - 1, 'mesh file')}"]
    lines += _base_lines(made, out)
    if bare := without_volume(missing):
        lines.append(
            f"no volume  {', '.join(bare)}: give it one, or --accept-bare LINK; it is not flown before"
        )
    lines.append(f"fill in    {missing_text(missing)}" if missing else "can fly    yes")
    doubts = [(doubt.what, f"{doubt.why}; {doubt.what_to_do}") for doubt in made.source.doubts]
    return "\n\n".join(["\n".join(lines), *([listing(doubts)] if doubts else [])])


def _base_lines(made: ImportedRobot, out: Path) -> list[str]:
    """Return whether the base floats, and how to have it the other way where its file gives it a mass."""
    commands, given = _commands(made, out), base_facts(made.source).given_mass
    weighs = "" if given is None else f"; its file gives it {given:.4g} kg"
    lines = [f"base       {base_text(base_facts(made.made))}{weighs}"]
    return lines + [f"{'':11}{kind:<10}{command}" for kind, command in commands.items()]


def _commands(made: ImportedRobot, out: Path) -> dict[str, str]:
    """Return how to import an arm bolted and floating, where its file gives the base a mass."""
    if made.source.base_body is None:
        return {}
    bolted = f"farhand robot import {shlex.quote(str(made.path))} --out {shlex.quote(str(out))}"
    return {"bolted": bolted, "floating": f"{bolted} --floating"}
