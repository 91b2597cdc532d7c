"""The plan files of a run: what a person saves in flight and opens again, in one folder and nowhere else.

save   the moves that were asked for last, under a name that is not taken
open   a plan file of the folder, checked for the arm of the run: it is planned anew where that rests
"""

import os
import re
from pathlib import Path
from typing import Literal

import msgspec

from ground.operator.joint_check import JointCheck
from ground.operator.procedure import PlanOffer
from ground.pictures.camera import camera_axes
from predictor.run_model import read_model
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import FILE_NAME, FileError, file_beside
from telemetry.plan.move_table import MoveTable
from telemetry.plan.plan_file import PlanFile, read_plan
from telemetry.plan.plan_table import StepsTable
from telemetry.plan.plan_writing import plan_text

ENDING = ".toml"
MOST_FILES = 200  # that are listed


class PlanFolder(msgspec.Struct, frozen=True, kw_only=True):
    """Where the plans of a run are, and the run whose arm is to fly them."""

    path: str  # empty: there is none
    run: RunSettings


class FileRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of the folder of plans; the names in it are told with every answer."""

    what: Literal["list", "save", "open"]
    name: str = ""
    moves: tuple[MoveTable, ...] = ()  # to be saved
    number: int = 0  # of the request


class FiledPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it."""

    number: int  # of the request
    offer: PlanOffer | None  # that was opened
    problem: str  # why it was not saved or opened, and what to do; empty: it was
    names: tuple[str, ...]  # of all plans in the folder


def file_plan(folder: PlanFolder, asked: FileRequest) -> FiledPlan:
    """List the plans of a folder, and save or open one; what is wrong is one line."""
    offer, problem = None, ""
    try:
        if asked.what == "save":
            _save(folder, asked)
        elif asked.what == "open":
            offer = _opened(folder, asked.name)
    except FileError as error:
        problem = str(error)
    return FiledPlan(number=asked.number, offer=offer, problem=problem, names=_names(folder.path))


def _place(folder: PlanFolder, name: str) -> Path:
    """Return the file of a plan.

    Raises:
        FileError: there is no folder, or the name leads elsewhere or nowhere.
    """
    if not folder.path:
        raise FileError("", "", "this run has no folder for plans")
    if re.match(FILE_NAME, name) is None:
        problem = "is no name of a plan: use letters, digits, blanks and . _ + -, a letter or digit first"
        raise FileError(repr(name), "", problem)
    return file_beside(Path(folder.path) / "plans", f"{name}{ENDING}", "name")


def _save(folder: PlanFolder, asked: FileRequest) -> None:
    path = _place(folder, asked.name)
    text = plan_text(asked.name, f"saved in run {folder.run.run_id}", asked.moves)
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise FileError(path, "", "is there already; choose another name") from None
    except OSError as error:
        raise FileError(path, "", f"cannot be written ({error.strerror})") from None


def _opened(folder: PlanFolder, name: str) -> PlanOffer:
    run, path = folder.run, _place(folder, name)
    plan = read_plan(path)
    _check_arm(path, plan, run)
    check = JointCheck(path, read_model(run).robot, Path(run.scene_file), camera_axes(run.cameras))
    fields = msgspec.structs.asdict(check.steps("", plan))
    steps = {key: fields[key] for key in StepsTable.__struct_fields__}
    return PlanOffer(name=f"file {name}", plan=StepsTable(**steps), optional=True)


def _check_arm(path: Path, plan: PlanFile, run: RunSettings) -> None:
    """Refuse a plan that was written for another arm or scene: of shipped ones, and of files, the name."""
    for key, named, there in (("robot", plan.robot, run.robot_file), ("scene", plan.scene, run.scene_file)):
        if named and Path(named).stem != Path(there).stem:
            raise FileError(path, key, f"is {named!r}; this run has {Path(there).stem!r}")


def _names(folder: str) -> tuple[str, ...]:
    files = Path(folder).glob(f"*{ENDING}") if folder else ()
    return tuple(sorted(path.stem for path in files if path.is_file()))[:MOST_FILES]
