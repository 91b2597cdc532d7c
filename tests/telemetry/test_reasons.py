"""The registry of reasons: complete, short, and with a way out for each."""

import pytest

from telemetry.reasons import Reason, cause, cure, line


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_says_what_happened_and_the_way_out(reason):
    assert cause(reason)
    assert cure(reason)
    assert line(reason) == f"{cause(reason)}; {cure(reason)}"


@pytest.mark.parametrize("reason", Reason)
def test_every_line_is_one_short_line_that_fits_a_message(reason):
    assert "\n" not in line(reason)
    assert len(line(reason)) <= 160
    assert len(reason.value) <= 80


def test_codes_are_written_as_their_names():
    assert all(reason.value == reason.name.lower() for reason in Reason)


def test_no_two_reasons_read_the_same():
    assert len({line(reason) for reason in Reason}) == len(Reason)
