"""The command `farhand summary`: the summary of a rehearsal or a pass again, from its recording alone.

--json  as `ground.report.run_summary` tells; of a pass the keys of `PassSummary`
"""

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments
from ground.commands.output import answer, check_place
from ground.rehearsal.summing_up import summary_again
from ground.report.pass_figures import PassSummary, is_pass, pass_again
from ground.report.summary_text import as_text, pass_text
from ground.report.terminal import Terminal
from telemetry.agreed.run_settings import NS_PER_S


def summary(arguments: list[str]) -> int:
    """Show how a recorded rehearsal or pass went; exit code 1: an expectation did not hold."""
    options = Arguments("summary", "Sum a recorded rehearsal or pass up, from its recording alone.")
    options.add_recording("a recording of a rehearsal or a pass, whole or damaged")
    options.add_json("the summary")
    given = options.parse_args(arguments)
    check_place(given.json)
    recording = options.recording(given)
    with Terminal() as terminal:
        terminal.begin_progress("reads the recording")

        def show(at_ns: int) -> None:
            terminal.show_progress(f"{at_ns / NS_PER_S:6.1f} s  summed up", "summing up")

        came_of_it = pass_again(recording, show) if is_pass(recording) else summary_again(recording, show)
    if isinstance(came_of_it, PassSummary):
        answer(came_of_it, pass_text(came_of_it), given.json)
        return DONE
    answer(came_of_it, as_text(came_of_it), given.json)
    return FAILED if came_of_it.ok is False else DONE
