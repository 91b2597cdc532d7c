"""Ours and others' on the same problems, in one run.

--peers   ask the others too: those of the extra `peers` that are installed
--line    these lines alone, such as F1
--case    cases that begin so alone, such as station
--quick   a look, in a few seconds: figures mean little
--picture the rows; of collision the cycle too, as FILE-cycle beside it
--strict  exit code 1 if a line misses its target; else a bench only informs
--json    head{machine, cores, load, system, python, farhand, versions{}, date, commit}
          rows[{id, case, ours, ours_us, peer, peer_us, ratio, target{words, us, ratio}, ok, note}]
          with times in microseconds an answer, and null for what was not measured
"""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from ground.command_list import DONE, FAILED
from ground.commands.output import answer, check_picture, check_place, write_figure
from ground.comparison.measure import QUICK, THOROUGH
from ground.report.terminal import Terminal
from tests.benchmarks.options import Options
from tests.benchmarks.peers.asked import PEERS
from tests.benchmarks.peers.way import Question
from tests.benchmarks.questions.collision_questions import collision_questions
from tests.benchmarks.questions.cycle import LINE as CYCLE
from tests.benchmarks.questions.cycle import Cycle, cycles
from tests.benchmarks.questions.cycle import rows as cycle_rows
from tests.benchmarks.questions.kinematics_questions import kinematics_questions
from tests.benchmarks.questions.ray_questions import ray_questions
from tests.benchmarks.questions.trajectory_questions import trajectory_questions
from tests.benchmarks.questions.verify_questions import verify_questions
from tests.benchmarks.telling.head import head
from tests.benchmarks.telling.rows import Row, rows_of
from tests.benchmarks.telling.targets import aim
from tests.benchmarks.telling.told import as_markdown, as_text, in_words

Questions = Callable[..., Iterator[Question]]


def collision(arguments: list[str]) -> int:
    """Measure distances, hits, meshes, verdicts, and the cycle of collision detection."""
    return _measure("collision", collision_questions, arguments, with_cycle=True)


def kinematics(arguments: list[str]) -> int:
    """Measure forward and inverse kinematics, and lines."""
    return _measure("kinematics", kinematics_questions, arguments)


def trajectory(arguments: list[str]) -> int:
    """Measure shortest motions from rest to rest, and the timing of paths."""
    return _measure("trajectory", trajectory_questions, arguments)


def verify(arguments: list[str]) -> int:
    """Measure how fast a whole trajectory is judged."""
    return _measure("verify", verify_questions, arguments)


def rays(arguments: list[str]) -> int:
    """Measure rays at primitives and at meshes."""
    return _measure("rays", ray_questions, arguments)


def _measure(noun: str, questions: Questions, arguments: list[str], *, with_cycle: bool = False) -> int:
    given = _options(noun).parse_args(arguments)
    check_place(given.json)
    check_picture(given.picture)
    peers = tuple(PEERS) if given.peers else ()
    with Terminal() as terminal:
        rows = _rows(questions(peers, quick=given.quick), given, terminal)
        found_cycles = _cycles(given, terminal) if with_cycle else []
    rows += cycle_rows(found_cycles)
    found = {"head": head(), "rows": rows}
    answer(found, as_markdown(found) if given.markdown else as_text(found), given.json)
    if given.picture:
        from tests.benchmarks.telling.figures import peers_figure  # matplotlib

        write_figure(peers_figure(rows), given.picture)
        if found_cycles:
            beside = Path(given.picture)
            told = [each.told() for each in found_cycles]
            from tests.benchmarks.telling.cycle_figure import cycle_figure  # matplotlib

            write_figure(cycle_figure(told), str(beside.with_stem(f"{beside.stem}-cycle")))
    missed = any(row["ok"] is False for row in rows)
    return FAILED if given.strict and missed else DONE


def _options(noun: str) -> Options:
    options = Options(f"{noun}", "How fast this is, beside others on the same problems in one run.")
    options.add_argument("--peers", action="store_true", help="ask the others too, if they are installed")
    options.add_argument("--line", action="append", metavar="F1", help="this line alone; may be told again")
    options.add_argument("--case", metavar="TEXT", help="cases that begin so alone, such as station")
    options.add_argument("--quick", action="store_true", help="a look, in a few seconds")
    options.add_argument("--strict", action="store_true", help="fail if a line misses its target")
    options.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    options.add_picture("the rows")
    options.add_json("head and rows")
    return options


def _rows(asked: Iterator[Question], given: argparse.Namespace, terminal: Terminal) -> list[Row]:
    rows: list[Row] = []
    for question in asked:
        if not _is_wanted(question, given):
            continue
        terminal.show_progress(f"{question.id} {question.case}", question.id)
        found = rows_of(question, aim(question), QUICK if given.quick else THOROUGH)
        for row in found:  # at once, so that a run that is ended has told what it had
            terminal.show_event(in_words(row))
        rows += found
    return rows


def _cycles(given: argparse.Namespace, terminal: Terminal) -> list[Cycle]:
    """Measure the cycle, if it is asked for; of `--case` what begins so."""
    if given.line and CYCLE not in given.line:
        return []
    terminal.show_progress("the cycle along a hand line", CYCLE)
    return [*cycles(QUICK if given.quick else THOROUGH, case=given.case or "", quick=given.quick)]


def _is_wanted(question: Question, given: argparse.Namespace) -> bool:
    return (not given.line or question.id in given.line) and question.case.startswith(given.case or "")
