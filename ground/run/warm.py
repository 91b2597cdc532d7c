"""What the roles of a run need compiled before they start, in parts (`ground.run.processes.compiling`).

The parts share little with one another.  The check of the start pose, which is the first of them, compiles
what looks at one pose, so whoever took it goes on from there to the rest of the world, while another is still
at what makes the arm follow a hand; what is left is small.
"""

from collections.abc import Mapping

from ground.run.kept.run_folder import RunFolder
from ground.run.processes.compiling import KernelPart
from ground.run.run_plan import FAR_END
from telemetry.drive.factory import load, spec_of
from telemetry.files.settings import read_json
from telemetry.network.launch import Launch

# Of each role: functions of its settings, each of which compiles a part of its kernels; the dearest first.
WARM_PARTS = {
    "planner": ("planner.role:warm_hand", "predictor.warming:poses"),
    "predictor": (
        "predictor.warming:world",
        "predictor.warming:laws",
        "predictor.warming:base",
    ),
    FAR_END: ("ground.rehearsal.warming:rays",),
}


def parts_of(folder: RunFolder, roles: Mapping[str, str]) -> list[KernelPart]:
    """Return the parts of a run, of which `roles` says what each participant runs."""
    return [
        KernelPart("ground.run.warm:compile_part", (part, str(folder.launch(name)), roles[name]))
        for name in WARM_PARTS
        if name in roles
        for part in WARM_PARTS[name]
    ]


def compile_part(function: str, path: str, role: str) -> None:
    """Compile one of them, for the settings of a launch file and the role that takes them."""
    launch = read_json(path, Launch)
    load(function)(spec_of(launch.participant, role, launch.settings).settings)
