"""Commands of one motion fold, whatever comes in whatever order, and only the end is folded again."""

import random

import pytest
from screen_bench import HOME, change, hold_notice

from ground.console.facts.command_book import CommandBook
from ground.console.history.command_folds import CommandFolds
from telemetry.messages.command import CommandState
from telemetry.messages.plan import Certificate, PlanReady, PlanStep
from telemetry.messages.queue import PlanSource, SetPointArguments, TeleopSource

_S = CommandState


def folded(commands):
    folds = CommandFolds()
    folds.show(commands)
    return folds.folds


def sizes(book):
    return [fold.size for fold in folded(book.rows)]


def of_plan(index):
    return SetPointArguments(
        source=PlanSource(plan_id="pass", index=index, certificate=b""), q=HOME, largest=None
    )


def ready(*points):
    certificate = Certificate(
        plan_id="pass", configuration=b"", world=1, start_q=HOME, points=(b"",) * sum(points), digest=b"",
        clearance=0.1, pair=("", ""),
    )  # fmt: skip
    steps = tuple(PlanStep(kind="line", points=count, end_q=HOME) for count in points)
    return PlanReady(certificate=certificate, duration=9.0, shortest=9.0, moves=len(steps), steps=steps)


def book_of(*messages):
    book = CommandBook()
    for at_ns, message in enumerate(messages):
        book.on_message(message, at_ns)
    return book


def test_each_move_of_a_plan_is_a_row_of_its_own():
    changes = [change(_S.CONFIRMED, seq, arguments=of_plan(seq - 1)) for seq in range(1, 8)]
    book = book_of(ready(4, 3), *changes)
    assert sizes(book) == [4, 3]
    assert [book.rows.at(fold.first).move for fold in folded(book.rows)] == [(1, "line"), (2, "line")]


def test_what_the_hand_led_is_apart_from_what_a_plan_led_in_the_same_epoch():
    by_hand = SetPointArguments(source=TeleopSource(sample=1, dead_man_age=0.1), q=HOME, largest=None)
    planned, led = change(_S.CONFIRMED, arguments=of_plan(0)), change(_S.CONFIRMED, 2, arguments=by_hand)
    assert sizes(book_of(planned, led)) == [1, 1]


@pytest.mark.parametrize("state", [_S.REFUSED, _S.LOST, _S.EXPIRED, _S.ROLLED_BACK])
def test_what_went_otherwise_is_never_folded_away(state):
    told = [change(_S.CONFIRMED, seq) for seq in (1, 2)]
    assert sizes(book_of(*told, change(state, 3), change(state, 4), change(_S.CONFIRMED, 5))) == [2, 1, 1, 1]


def test_what_one_stop_explains_is_one_row_that_says_so():
    book = book_of(*[change(_S.CANCELLED, seq) for seq in (1, 2, 3)], hold_notice())
    (fold,) = folded(book.rows)
    assert (fold.size, fold.key[-1]) == (3, "after hold: operator hold")


def test_folding_as_it_comes_is_folding_at_the_end_also_when_the_oldest_go():
    draw, book, folds, shown = random.Random(1), CommandBook(3), CommandFolds(), []
    for at_ns in range(3000):
        seq = max(1, at_ns // 7 + draw.randint(-6, 0))
        book.on_message(change(draw.choice(list(_S)), seq), at_ns)
        if draw.random() < 0.3:
            changed = folds.show(book.rows)
            if changed is not None:
                shown = [*shown[:changed], *folds.folds[changed:]]
    folds.show(book.rows)
    assert book.rows.dropped > 0
    assert folds.folds == folded(book.rows)
    assert shown[-1].last >= folds.folds[-2].first
