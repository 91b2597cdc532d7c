"""`farhand bench haptics`: how punctual the 1 kHz loop beside a device is, and what its parts cost.

--seconds  how long the loop runs; 10 unless told
--json     head{}, rows[] as `farhand bench collision` tells them
"""

from ground.bench.haptics import measured
from ground.bench.head import head
from ground.bench.told import as_text
from ground.cli import DONE
from ground.commands.arguments import Arguments
from ground.commands.json_output import answer, check_place
from ground.report.terminal import Terminal

SECONDS = 10.0


def haptics(arguments: list[str]) -> int:
    """Run the loop, and tell how late its cycles began."""
    options = Arguments(
        "bench haptics", "How punctual the 1 kHz loop beside a device is, and what its parts cost."
    )
    options.add_argument(
        "--seconds", type=float, default=SECONDS, metavar="S", help="of the loop, 10 unless told"
    )
    options.add_json("head and rows")
    given = options.parse_args(arguments)
    check_place(given.json)
    with Terminal() as terminal:
        terminal.begin(f"the loop at 1 kHz, {given.seconds:g} s, and its parts")
        told = {"head": head(), "rows": measured(given.seconds)}
    answer(told, as_text(told), given.json)
    return DONE
