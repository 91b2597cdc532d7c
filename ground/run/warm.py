"""What the roles of a run need compiled before they start, in parts (`ground.run.processes.compiling`).

The parts share little with one another.  The check of the start pose, which is the first of them, compiles
what looks at one pose, so whoever took it goes on from there to the rest of the world, while another is still
at what makes the arm follow a hand; what is left is small.
"""

from collections.abc import Sequence

import msgspec

from ground.run.kept.run_folder import RunFolder
from ground.run.processes.compiling import KernelPart
from ground.run.run_plan import FAR_END
from telemetry.agreed.run_settings import RunSettings
from telemetry.drive.factory import load
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


def parts_of(folder: RunFolder, names: Sequence[str] = tuple(WARM_PARTS)) -> list[KernelPart]:
    """Return the parts of the roles of a run."""
    launches = {name: folder.launch(name) for name in names if folder.launch(name).exists()}
    return [
        KernelPart("ground.run.warm:compile_part", (part, str(path)))
        for name, path in launches.items()
        for part in WARM_PARTS[name]
    ]


def compile_part(function: str, path: str) -> None:
    """Compile one of them, for the settings of a launch file."""
    launch = read_json(path, Launch)
    if launch.participant == FAR_END:  # may be somebody's own
        load(function)(msgspec.json.decode(launch.settings))
    else:
        load(function)(msgspec.json.decode(launch.settings, type=RunSettings))
