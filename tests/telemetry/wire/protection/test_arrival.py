"""The window of numbers: what is new, late, doubled or too old, against a plain oracle."""

import numpy as np

from telemetry.wire.protection.arrival import WINDOW_SIZE, Window


def plain(number, heard):
    """The same, by the set of all that was heard."""
    if not heard or number > max(heard):
        return "new"
    if number <= max(heard) - WINDOW_SIZE:
        return "old"
    return "duplicate" if number in heard else "late"


def test_numbers_in_any_order_are_told_as_the_set_of_all_numbers_tells_them():
    rng = np.random.default_rng(1)
    for spread in (3, WINDOW_SIZE - 1, WINDOW_SIZE, WINDOW_SIZE + 1, 300):
        window, heard = Window(), set()
        for step in range(2000):
            number = max(0, step // 2 + int(rng.integers(-spread, spread + 1)))
            assert window.on_number(number) == plain(number, heard)
            heard.add(number)


def test_a_leap_over_any_number_costs_nothing():
    window, far = Window(), 2**63
    told = [window.on_number(number) for number in (0, far, far - WINDOW_SIZE + 1, far - WINDOW_SIZE)]
    assert told == ["new", "new", "late", "old"]
