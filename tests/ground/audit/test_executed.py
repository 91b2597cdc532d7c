"""What the spacecraft can have executed, by its reports."""

from ground.audit.executed import ExecutedNumbers

PERIOD_NS = 100


def reports(*rows, kept=None):
    """Reports of an instant, an epoch and what was executed of it."""
    executed = ExecutedNumbers(kept)
    for at_ns, epoch, sequence in rows:
        executed.on_report({"sampled_ns": at_ns, "executed_epoch": epoch, "executed": sequence})
    return executed.by(PERIOD_NS)


def test_what_comes_before_a_reported_number_was_executed_and_what_comes_behind_it_was_not():
    was_executed = reports((0, 1, 3))
    assert [was_executed((1, sequence)) for sequence in range(5)] == [False, True, True, True, False]


def test_while_nothing_is_received_one_a_period_can_be_executed_before_the_next_epoch():
    was_executed = reports((0, 1, 3), (150, 1, 3), (400, 2, 1), (900, 2, 2))
    assert [was_executed((1, sequence)) for sequence in (6, 7)] == [True, False]
    assert not was_executed((2, 3))


def test_an_epoch_that_begins_and_ends_while_nothing_is_received_can_be_executed():
    was_executed = reports((0, 0, 0), (400, 4, 1))
    assert [was_executed((3, sequence)) for sequence in (1, 5, 6)] == [True, True, False]
    assert not was_executed((4, 2)) and not was_executed((5, 1))


def test_only_the_newest_epochs_are_known_where_few_are_kept():
    was_executed = reports(*((epoch, epoch, 1) for epoch in range(5)), kept=2)
    assert [was_executed((epoch, 1)) for epoch in (1, 3, 4)] == [False, True, True]
