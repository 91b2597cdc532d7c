"""Do the acts and faults of a scenario fit its robot?  Checked when it is loaded.

acts             tools, joints and frames as those of a plan file (`ground.operator.joint_check`)
joint of a fault one that is commanded; where it fails, within its limits and in its own unit
"""

from collections.abc import Sequence
from pathlib import Path

from ground.faults.any_fault import JointFault, SensorFault
from ground.faults.faults import Fault
from ground.faults.ground_faults import ObstacleMoves
from ground.operator.act_tables import PlanTable, ReachTable
from ground.operator.joint_check import JointCheck
from ground.operator.script.script import ScriptAct
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import BASE, SPACE
from predictor.model.joint_text import shown_unit
from telemetry.files.problems import Problems
from telemetry.files.settings import FileError, nearest
from telemetry.plan.teleop_table import TeleopTable


def checked_acts(check: JointCheck, acts: Sequence[ScriptAct]) -> tuple[ScriptAct, ...]:
    """Check every goal and every tool of a script; return it with every pose as a joint move.

    Raises:
        FileError: one of them does not fit the robot.
    """
    problems, found = Problems(), list(acts)
    for number, act in enumerate(acts):
        with problems:
            where = f"act[{number}].{act.kind}"
            match act.content:
                case TeleopTable() as teleop:
                    check.teleop(where, teleop)
                case ReachTable(tool=tool):
                    check.with_tool(f"{where}.tool", tool)
                case PlanTable() as plan:
                    found[number] = ScriptAct(plan=check.steps(f"{where}.", plan))
    problems.raise_if_any()
    return tuple(found)


def still_bodies(scene: Path | str) -> list[str]:
    """Return the bodies of a scene that may be measured elsewhere, by name."""
    bodies = read_scene(scene).bodies
    return [body.name for body in bodies if body.motion is None and body.carrier in (BASE, SPACE)]


def check_faults(check: JointCheck, faults: Sequence[Fault]) -> None:
    """Check the joints that are to fail, and where.

    Raises:
        FileError: there is no such joint, or it never passes there.
    """
    problems = Problems()
    for number, fault in enumerate(faults):
        with problems:
            if isinstance(fault, JointFault | SensorFault):
                index = _joint(check, f"fault[{number}]", fault.joint)
            if isinstance(fault, JointFault):
                _check_place(check, f"fault[{number}]", fault=fault, index=index)
            if isinstance(fault, ObstacleMoves) and check.scene is not None:
                _check_body(check, f"fault[{number}].body", fault.body)
    problems.raise_if_any()


def _check_body(check: JointCheck, where: str, name: str) -> None:
    """Refuse a body that the scene does not have, or that moves by itself."""
    names = still_bodies(check.scene or "")
    if name not in names:
        raise FileError(check.path, where, f"no body {name!r} that could be elsewhere{nearest(name, names)}")


def _joint(check: JointCheck, where: str, name: str) -> int:
    names = [joint.name for joint in check.robot.commanded]
    if name not in names:
        problem = f"no commanded joint {name!r}{nearest(name, names)}"
        raise FileError(check.path, f"{where}.joint", problem)
    return names.index(name)


def _check_place(check: JointCheck, where: str, *, fault: JointFault, index: int) -> None:
    key = "at_deg" if fault.at_m is None else "at_m"
    own = f"at_{shown_unit(check.robot.commanded[index])}"
    if fault.place is not None and key != own:
        raise FileError(check.path, f"{where}.{key}", f"{fault.joint} has {own}")
    if fault.place is not None:
        check.check_limits(f"{where}.{key}", index, fault.place)
