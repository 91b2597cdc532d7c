"""How many pictures each second the console's whole window can draw.

Without a screen: `xvfb-run -a python -m tests.benchmarks console`.

--flat  draw the scene without OpenGL
--json  head{}, view, frames_per_s, wall_ms, processor_ms: medians of a picture
"""

from ground.command_list import DONE
from ground.commands.output import answer, check_place
from ground.run.kept.usage_error import UsageError
from ground.screen import has_screen
from telemetry.drive.factory import load
from tests.benchmarks.options import Options
from tests.benchmarks.telling.head import head
from tests.benchmarks.telling.told import heading

MEASURED = "tests.benchmarks.questions.console_frames:measured"


def console(arguments: list[str]) -> int:
    """Draw an arm that moves and a plan that is flown, and tell how long a picture takes."""
    options = Options("console", "How many pictures each second the console's whole window can draw.")
    options.add_argument("--flat", action="store_true", help="draw the scene without OpenGL")
    options.add_json("head and figures")
    given = options.parse_args(arguments)
    check_place(given.json)
    if not given.flat and not has_screen():
        raise UsageError("console: no window can be opened here: give --flat, or put `xvfb-run -a` before it")
    try:
        measured = load(MEASURED)
    except ImportError as error:
        raise UsageError(f"Qt cannot be loaded ({error}); .ci/run lists the packages that it needs") from None
    told = {"head": head(), **measured(is_flat=given.flat)}
    words = (
        f"{told['view']}: {told['frames_per_s']:.0f} frames/s, {told['wall_ms']:.1f} ms each;"
        f" {told['processor_ms']:.1f} ms of processor time"
    )
    answer(told, f"{heading(told['head'], 'medians of a picture')}\n\n{words}", given.json)
    return DONE
