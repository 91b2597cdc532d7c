"""What is felt of a force, and how steeply it falls as the hand lets it go.

A bilateral hand is given no energy that it has not given; so not all of a force can be felt and fall slowly.
Each row is one softness of the store that the hand fills (`haptics.forces.passivity`), which is 2500 N/m.
At best: what no law exceeds that lets the force change by 1 N in 0.1 s at most, however it fills its store.

--picture  share felt over the fall, a line for each case, and the best of any law as a cross: .svg or .png
--json     rows[{case, softness [N/m], is_own, share, fall_n (within 0.1 s), had_j (as the hand turns back),
           needed_j (to feel all of it, and let it fall by 1 N in 0.1 s), best_share (of any law that
           changes by 1 N in 0.1 s at most)}]
"""

from typing import Any

from ground.command_list import DONE
from ground.commands.output import answer, check_picture, check_place, write_figure
from ground.report.listing import table
from tests.benchmarks.options import Options
from tests.benchmarks.questions.yielding import trade

HEADS = ("CASE", "SOFTNESS [N/m]", "FELT", "FALLS IN 0.1 s [N]", "STORED [J]", "NEEDED [J]", "AT BEST", "")


def yielding(arguments: list[str]) -> int:
    """Let a hand yield against stores of any softness, and tell what it felt."""
    options = Options("yielding", "What is felt of a force, and how it falls as the hand yields.")
    options.add_picture("one over the other")
    options.add_json("rows")
    given = options.parse_args(arguments)
    check_place(given.json)
    check_picture(given.picture)
    found = {"rows": trade()}
    if given.picture:
        from tests.benchmarks.telling.yielding_figure import yielding_figure  # matplotlib

        write_figure(yielding_figure(found), given.picture)
    answer(found, "\n".join(table([HEADS, *map(_cells, found["rows"])], right=range(1, 7))), given.json)
    return DONE


def _cells(row: dict[str, Any]) -> list[str]:
    figures = [f"{row['softness']:g}", f"{row['share']:.0%}", f"{row['fall_n']:.1f}"]
    energies = [f"{row[key]:.3f}" for key in ("had_j", "needed_j")]
    best = f"{row['best_share']:.0%}"
    return [row["case"], *figures, *energies, best, "as built" if row["is_own"] else ""]
