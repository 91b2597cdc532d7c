"""The registry of reasons: complete, short, and with a way out for each."""

import ast
import re
from pathlib import Path

import pytest

from telemetry.agreed import reasons
from telemetry.agreed.reasons import Reason, cause, cure, line
from telemetry.agreed.run_settings import SILENT_PERIODS


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


def stated_times(source: str) -> list[str]:
    """Every piece of text in a source that states a time by a figure of its own."""
    texts = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    return [text for text in texts if isinstance(text, str) and re.search(r"\b[\d.]+ ?(ms|s)\b", text)]


def test_no_line_states_a_time_that_somebody_else_owns():
    assert stated_times(Path(reasons.__file__).read_text()) == []


def test_a_time_in_a_text_is_seen():
    assert stated_times("cause = 'heard nothing for 1.0 s'") == ["heard nothing for 1.0 s"]


def test_the_silence_on_board_is_told_in_periods_since_it_follows_from_the_period():
    assert cause(Reason.GROUND_SILENT) == f"the spacecraft heard nothing for {SILENT_PERIODS} periods"
