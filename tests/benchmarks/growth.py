"""How time grows with bodies, leaves, triangles, and faces with and without boxes.

--quick    the smallest sizes alone
--picture  the curves
--json     head{}, rows[] as `collision` has them; growth[{what, ask, sizes[], us[], exponent}]
"""

from ground.command_list import DONE
from ground.commands.output import answer, check_picture, check_place, write_figure
from ground.comparison.measure import QUICK, THOROUGH
from ground.report.terminal import Terminal
from tests.benchmarks.options import Options
from tests.benchmarks.questions.boxes_first import face_curves, face_rows
from tests.benchmarks.questions.growth import curves
from tests.benchmarks.telling.head import head
from tests.benchmarks.telling.told import as_text


def growth(arguments: list[str]) -> int:
    """Measure growth, and draw it."""
    options = Options("growth", "How time grows with bodies, leaves and triangles.")
    options.add_argument("--quick", action="store_true", help="the smallest sizes alone")
    options.add_picture("the curves")
    options.add_json("head, rows and curves")
    given = options.parse_args(arguments)
    check_place(given.json)
    check_picture(given.picture)
    found = []
    with Terminal() as terminal:
        terminal.begin_progress("growth of time with bodies, leaves and triangles")
        for curve in curves(QUICK if given.quick else THOROUGH, quick=given.quick):
            terminal.show_progress(f"{curve.what}: {curve.ask}", curve.what)
            found.append(curve)
        terminal.show_progress("faces: boxes first and without boxes", "faces")
        faces = [*face_curves(quick=given.quick)]
    grown = [curve.told() for curve in (*found, *faces)]
    told = {"head": head(), "rows": [*(curve.row() for curve in found), *face_rows(faces)], "growth": grown}
    answer(told, as_text(told), given.json)
    if given.picture:
        from tests.benchmarks.telling.figures import growth_figure  # matplotlib

        write_figure(growth_figure(grown), given.picture)
    return DONE
