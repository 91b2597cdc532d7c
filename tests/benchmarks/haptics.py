"""How punctual the 1 kHz loop beside a device is, and what its parts cost.

--seconds  how long the loop runs; 10 unless told
--json     head{}, rows[] as `collision` tells them
"""

from ground.command_list import DONE
from ground.commands.output import answer, check_place
from ground.report.terminal import Terminal
from tests.benchmarks.options import Options
from tests.benchmarks.questions.haptics import measured
from tests.benchmarks.telling.head import head
from tests.benchmarks.telling.told import as_text

SECONDS = 10.0


def haptics(arguments: list[str]) -> int:
    """Run the loop, and tell how late its cycles began."""
    options = Options("haptics", "How punctual the 1 kHz loop beside a device is, and what its parts cost.")
    options.add_argument(
        "--seconds", type=float, default=SECONDS, metavar="S", help="of the loop, 10 unless told"
    )
    options.add_json("head and rows")
    given = options.parse_args(arguments)
    check_place(given.json)
    with Terminal() as terminal:
        terminal.begin_progress(f"the loop at 1 kHz, {given.seconds:g} s, and its parts")
        told = {"head": head(), "rows": measured(given.seconds)}
    answer(told, as_text(told), given.json)
    return DONE
