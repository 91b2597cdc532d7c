"""The command `farhand summary`: the summary of a rehearsal again, from its recording alone.

--json  as `ground.report.run_summary` tells
"""

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments
from ground.commands.output import answer, check_place
from ground.rehearsal.summing_up import summary_again
from ground.report.summary_text import as_text
from ground.report.terminal import Terminal
from telemetry.agreed.run_settings import NS_PER_S


def summary(arguments: list[str]) -> int:
    """Show how a recorded rehearsal went; exit code 1: an expectation did not hold."""
    options = Arguments("summary", "Sum a recorded rehearsal up, from its recording alone.")
    options.add_recording("a recording of a rehearsal, whole or damaged")
    options.add_json("the summary")
    given = options.parse_args(arguments)
    check_place(given.json)
    recording = options.recording(given)
    with Terminal() as terminal:
        terminal.begin_progress("reads the recording")
        result = summary_again(
            recording,
            on_delivery=lambda at_ns: terminal.show_progress(
                f"{at_ns / NS_PER_S:6.1f} s  summed up", "summing up"
            ),
        )
    answer(result, as_text(result), given.json)
    return FAILED if result.ok is False else DONE
