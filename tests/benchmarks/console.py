"""How fast the console is: pictures each second, a day of figures in its plots, its thread under load.

Without a screen: `xvfb-run -a python -m tests.benchmarks console`.

--part  one of them alone: `frames`, `history` or `thread`
--flat  draw the scene without OpenGL
--json  head{}, frames{view, frames_per_s, wall_ms, processor_ms}: medians of a picture;
        history{figures, hours, sample_us, before_mib, memory_mib{hour: MiB}, growth_mib,
        pan{}, zoom{}: median_ms, processor_ms, most_ms, processor_most_ms};
        thread{view, packets_a_second, looks, and of each median, most_999 (99.9 %), ever [ms]:
        hold_wall_ms{}, hold_own_ms{}, hold_processor_ms{}, event_to_screen_ms{}, state_to_screen_ms{},
        hold_to_wire_ms{}}
"""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from ground.command_list import DONE
from ground.commands.output import answer, check_place
from ground.run.kept.usage_error import UsageError
from ground.screen import has_screen
from telemetry.drive.factory import load
from tests.benchmarks.options import Options
from tests.benchmarks.questions.child import of_checkout
from tests.benchmarks.telling.head import head
from tests.benchmarks.telling.told import heading

SUMMARY = "How fast the console's window draws, what a day of figures costs, and its thread under load."


class Part(NamedTuple):
    """One question."""

    measured: str  # module:function
    words: Callable[[dict[str, Any]], str]


def frames_words(told: dict[str, Any]) -> str:
    """Return what is told of the pictures."""
    return (
        f"{told['view']}: {told['frames_per_s']:.0f} frames/s, {told['wall_ms']:.1f} ms each;"
        f" {told['processor_ms']:.1f} ms of processor time"
    )


def history_words(told: dict[str, Any]) -> str:
    """Return what is told of a day of figures."""
    memory = ", ".join(f"{mib:.0f} after {hour} h" for hour, mib in told["memory_mib"].items())
    return "\n".join(
        (
            f"{told['hours']} h of {told['figures']} figures at 10 Hz: {told['sample_us']:.1f} us to keep"
            " what a message has",
            f"MiB of the process: {told['before_mib']:.0f} before, {memory} (400);"
            f" from hour 1 to 8 {told['growth_mib']:+.1f} (5)",
            *(
                f"{what}: {told[what]['median_ms']:.0f} ms, {told[what]['most_ms']:.0f} at most (50);"
                f" {told[what]['processor_ms']:.1f} ms of processor time"
                for what in ("pan", "zoom")
            ),
        )
    )


def thread_words(told: dict[str, Any]) -> str:
    """Return what is told of the window's thread under load."""
    held, own = told["hold_wall_ms"], told["hold_own_ms"]
    screen, wire = told["event_to_screen_ms"], told["hold_to_wire_ms"]
    return "\n".join(
        (
            f"{told['packets_a_second']:,.0f} packets/s, three cameras, all of the window open in turns:",
            f"its thread is held {held['most_999']:.0f} ms at 99.9 % (50), {held['ever']:.0f} ever (150);"
            f" of it by itself {own['most_999']:.0f} and {own['ever']:.0f}",
            f"event to screen {screen['median']:.0f} ms, {screen['ever']:.0f} ever (150);"
            f" HOLD to the wire {wire['median']:.1f} ms, {wire['ever']:.1f} ever (50)",
        )
    )


PARTS = {
    "frames": Part("tests.benchmarks.questions.console_frames:measured", frames_words),
    "history": Part("tests.benchmarks.questions.console_history:measured", history_words),
    "thread": Part("tests.benchmarks.questions.window_thread:measured", thread_words),
}


def console(arguments: list[str]) -> int:
    """Measure all of it, or one part."""
    options = Options("console", SUMMARY)
    options.add_argument("--flat", action="store_true", help="draw the scene without OpenGL")
    options.add_argument("--part", choices=list(PARTS), help="one part alone")
    options.add_json("head and figures of each part")
    given = options.parse_args(arguments)
    check_place(given.json)
    if not given.flat and not has_screen():
        raise UsageError("console: no window can be opened here: give --flat, or put `xvfb-run -a` before it")
    if given.part:
        found = {given.part: _measured(given.part, is_flat=given.flat)}
    else:
        found = {name: _measured_apart(name, is_flat=given.flat) for name in PARTS}
    told = {"head": head(), **found}
    words = "\n\n".join(PARTS[name].words(part) for name, part in found.items())
    answer(told, f"{heading(told['head'], 'medians; in brackets what is aimed at')}\n\n{words}", given.json)
    return DONE


def _measured(name: str, *, is_flat: bool) -> dict[str, Any]:
    """Return what one part finds, in this process."""
    try:
        found: dict[str, Any] = load(PARTS[name].measured)(is_flat=is_flat)
    except ImportError as error:
        raise UsageError(f"Qt cannot be loaded ({error}); .ci/run lists the packages that it needs") from None
    return found


def _measured_apart(name: str, *, is_flat: bool) -> dict[str, Any]:
    """Return the same from a process of its own: a part neither warms nor burdens the next."""
    command = [sys.executable, "-m", "tests.benchmarks", "console", "--part", name, "--json"]
    run = [*command, *(["--flat"] if is_flat else [])]
    told = subprocess.run(run, env=of_checkout(), stdout=subprocess.PIPE, check=True).stdout
    found: dict[str, Any] = json.loads(told)[name]
    return found
