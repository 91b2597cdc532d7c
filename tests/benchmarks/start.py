"""How long a process works for its first answer, with nothing compiled, and again.

--json  head{}, rows[] as `collision` tells them
"""

from ground.command_list import DONE
from ground.commands.output import answer, check_place
from ground.report.terminal import Terminal
from ground.scenario.scenario_files import data_folder
from tests.benchmarks.options import Options
from tests.benchmarks.problems.problems import REFERENCE_ARM, REFERENCE_SCENE
from tests.benchmarks.questions.start import starts
from tests.benchmarks.telling.head import head
from tests.benchmarks.telling.told import as_text


def start(arguments: list[str]) -> int:
    """Measure the first answers, cold and warm."""
    options = Options("start", "How long the first answer takes, with nothing compiled, and again.")
    options.add_json("head and rows")
    given = options.parse_args(arguments)
    check_place(given.json)
    data = data_folder()
    rows = []
    with Terminal() as terminal:
        terminal.begin_progress("first answers, cold and warm")
        for each in starts(data / f"robots/{REFERENCE_ARM}.toml", data / REFERENCE_SCENE):
            terminal.show_event(
                f"{each.name}: {each.cold.worked_s:.1f} s cold, {each.warm.worked_s:.1f} s warm"
            )
            rows += each.rows()
    told = {"head": head(), "rows": rows}
    answer(told, as_text(told), given.json)
    return DONE
