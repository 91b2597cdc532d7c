"""Steps of the gate's clock are told from lateness, and taken out of what its recording is judged by."""

import pytest

from ground.audit.gate_clock import STAYS, OwnClock, Shown, run_times

MS = 1_000_000
EVERY_MS, LAN_MS, STEPPED_ROW = 250, 1, 21
TRUE_NS = [row * EVERY_MS * MS for row in range(40)]
STEPS_MS = [3000, 30, -30, -3000]


def own_clock(step_ms, rows=range(STEPPED_ROW, 40)):
    """What the gate's clock shows at instants of the run."""
    return [at_ns + step_ms * MS * (row in rows) for row, at_ns in enumerate(TRUE_NS)]


def shown(late_ms=None, others=(0, 0)):
    """Statuses from every second row, and by how much two of the three receivers' clocks are off."""
    late = late_ms or {}
    return [
        Shown(row, [TRUE_NS[row] + (LAN_MS + late.get(row, 0) + off) * MS for off in (0, *others)])
        for row in range(0, 40, 2)
    ]


@pytest.mark.parametrize("step_ms", STEPS_MS)
def test_a_step_is_found_at_the_row_that_shows_it_and_taken_out(step_ms):
    times = run_times(own_clock(step_ms), shown())
    off = [abs(one - other) for one, other in zip(times, TRUE_NS, strict=True)]
    assert max(off) <= LAN_MS * MS


@pytest.mark.parametrize("step_ms", STEPS_MS)
def test_a_clock_that_is_ahead_from_its_beginning_is_brought_back(step_ms):
    times = run_times(own_clock(step_ms, range(40)), shown())
    assert max(abs(one - other) for one, other in zip(times, TRUE_NS, strict=True)) <= LAN_MS * MS


def test_statuses_that_come_late_for_a_while_are_no_step():
    late = dict.fromkeys(range(10, 10 + 2 * (STAYS - 1), 2), 500)
    assert run_times(TRUE_NS, shown(late)) == TRUE_NS


def test_one_receiver_whose_clock_is_stepped_says_nothing_of_the_gate():
    assert run_times(TRUE_NS, shown(others=(-3000, 0))) == TRUE_NS


def test_what_the_lan_takes_is_no_step():
    assert run_times(TRUE_NS, shown()) == TRUE_NS


def test_without_a_status_the_clock_is_believed():
    assert run_times(own_clock(300), []) == own_clock(300)


def test_its_own_clock_is_known_where_it_was_noted():
    clock = OwnClock()
    clock.note(5, 8)
    assert (clock.at(5), clock.at(6)) == (8, 6)


def test_statuses_between_which_nothing_is_on_record_step_at_that_row():
    own_ns, late_ns = [0, 250_000_000], 5_000_000_000
    shown = [Shown(1, [own_ns[1]])] * 8 + [Shown(1, [own_ns[1] + late_ns])] * 8
    assert run_times(own_ns, shown) == [0, own_ns[1] + late_ns]
