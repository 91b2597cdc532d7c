"""Make a wheel that carries its kernels compiled: `python -m tests.kernel_wheel FOLDER`, in a clone.

    empty cache ---> what people do first, and every shipped scenario, in two processes
                ---> what is kept there then, in a wheel for this Python and system as `predictor/compiled/`

That is done for each level of processors that this one is of.  Whoever installs the wheel compiles next to
nothing, if his compiler, numpy, Python and processor are of the same kind; else all is compiled as from
`pip install .`, which makes no such wheel.
"""

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.wheel import WheelBuilder

from ground.command_list import BAD_FILE, DONE, FAILED, USAGE
from ground.commands.run.rehearse import DEFAULT_SCENARIO
from ground.rehearsal.virtual_flight import Flight, fly
from ground.report.progress_lines import compiled_line
from ground.report.terminal import Terminal
from ground.run.processes.compiling import KernelPart, compile_parts
from ground.scenario.scenario import load, shipped
from ground.scenario.scenario_files import data_folder
from predictor.compiler.jit_cache import SHIPPED
from predictor.compiler.jit_target import LEVELS, levels_here
from tests.benchmarks.problems.problems import REFERENCE_ARM, REFERENCE_SCENE
from tests.benchmarks.questions.start import FIRST

LOG = "kernel_wheel.log"  # what the processes that compile have to say; it stays if one of them fails
ROOT = Path(__file__).resolve().parent.parent
USED = (
    "usage: python -m tests.kernel_wheel FOLDER [SCENARIO ...]     (all that are shipped, if none is named)"
)
NO_LEVEL = f"kernel_wheel: this processor is of none of {', '.join(LEVELS)}; its code serves no other"


class KernelWheel(WheelBuilder):
    """Builds the wheel of a clone with a folder of machine code in it."""

    def __init__(self, kept: Path) -> None:
        super().__init__(str(ROOT))
        self._kept = {str(kept): SHIPPED.as_posix()}

    def get_default_build_data(self) -> dict[str, Any]:
        """Say that it is for this Python and system, and what goes in beside the packages."""
        usual = super().get_default_build_data()
        return usual | {"pure_python": False, "infer_tag": True, "force_include": self._kept}


def make_wheel(folder: Path, scenarios: Sequence[str], terminal: Terminal) -> Path:
    """Compile what people do first and what flying some scenarios needs; return the wheel that holds it."""
    data = data_folder()
    files = str(data / "robots" / f"{REFERENCE_ARM}.toml"), str(data / REFERENCE_SCENE)
    parts = [KernelPart("tests.kernel_wheel:fly_once", (name,)) for name in scenarios]
    parts += [KernelPart(f"{each.__module__}:{each.__name__}", files) for each in FIRST.values()]
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / LOG
    with tempfile.TemporaryDirectory(prefix="farhand-wheel-") as scratch:
        os.environ["XDG_CACHE_HOME"] = scratch  # of the processes that compile
        for level in levels_here():
            terminal.show_event(level)
            os.environ.update(NUMBA_CPU_NAME=level, NUMBA_CPU_FEATURES=LEVELS[level])
            compile_parts(
                parts, log=log, on_progress=lambda compiled: terminal.show_progress(compiled_line(compiled))
            )
        log.unlink()
        builder = KernelWheel(Path(scratch, "farhand", "kernels"))
        return Path(next(builder.build(directory=str(folder), versions=["standard"])))


def fly_once(name: str) -> None:
    """Fly a scenario in virtual time; with pictures, if it is the one that people fly first."""
    fly(load(name), Flight(seed=1, cameras=name == DEFAULT_SCENARIO, source=name))


def main(arguments: Sequence[str]) -> int:
    """Make the wheel in the folder that is named."""
    if not arguments or arguments[0].startswith("-"):
        print(USED, file=sys.stderr)
        return USAGE
    if not levels_here():
        print(NO_LEVEL, file=sys.stderr)
        return BAD_FILE
    folder, *scenarios = arguments
    try:
        with Terminal() as terminal:
            wheel = make_wheel(Path(folder), scenarios or [name for name, _ in shipped()], terminal)
    except RuntimeError as error:
        print(f"kernel_wheel: {error}", file=sys.stderr)
        return FAILED
    print(f"{wheel}   {wheel.stat().st_size / 1e6:.1f} MB")
    return DONE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
