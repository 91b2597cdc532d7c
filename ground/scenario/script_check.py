"""Do the acts and faults of a scenario fit its robot?  Checked when it is loaded.

acts             tools, joints and frames as those of a plan file (`ground.operator.joint_check`)
joint of a fault one that is commanded; where it fails, within its limits and in its own unit
"""

from collections.abc import Sequence

from ground.faults.any_fault import JointFault
from ground.faults.faults import Fault
from ground.operator.act_tables import PlanTable, ReachTable
from ground.operator.joint_check import JointCheck
from ground.operator.script.script import ScriptAct
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


def check_faults(check: JointCheck, faults: Sequence[Fault]) -> None:
    """Check the joints that are to fail, and where.

    Raises:
        FileError: there is no such joint, or it never passes there.
    """
    problems = Problems()
    for number, fault in enumerate(faults):
        with problems:
            if isinstance(fault, JointFault):
                _check_fault(check, f"fault[{number}]", fault)
    problems.raise_if_any()


def _check_fault(check: JointCheck, where: str, fault: JointFault) -> None:
    names = [joint.name for joint in check.robot.commanded]
    if fault.joint not in names:
        problem = f"no commanded joint {fault.joint!r}{nearest(fault.joint, names)}"
        raise FileError(check.path, f"{where}.joint", problem)
    index = names.index(fault.joint)
    key = "at_deg" if fault.at_m is None else "at_m"
    own = f"at_{shown_unit(check.robot.commanded[index])}"
    if fault.place is not None and key != own:
        raise FileError(check.path, f"{where}.{key}", f"{fault.joint} has {own}")
    if fault.place is not None:
        check.check_limits(f"{where}.{key}", index, fault.place)
