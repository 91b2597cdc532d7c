"""Each invariant of the safety argument has a test of every kind that the argument names, or says why not."""

import ast

import pytest

from tests.house_map import ROOT
from tests.invariants import INVARIANTS, NAMED, Missing, keywords

IN_REAL_TIME = "real_time"


def functions(path):
    tree = ast.parse((ROOT / "tests" / path).read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_there_are_thirty_and_each_has_the_kinds_that_the_argument_names():
    assert [*INVARIANTS] == [*NAMED] == [*range(1, 31)]
    kinds = {number: " ".join(row.tests) for number, row in INVARIANTS.items()}
    assert kinds == NAMED


@pytest.mark.parametrize("number", INVARIANTS)
def test_of_each_kind_there_is_a_test_or_the_reason_why_there_is_none(number):
    for kind, tests in INVARIANTS[number].tests.items():
        assert len(tests) > 20 if isinstance(tests, Missing) else tests, (number, kind)


@pytest.mark.parametrize("test", keywords())
def test_each_test_that_is_named_is_there(test):
    path, _, name = test.partition("::")
    assert name.startswith("test_") and name in functions(path)


def test_what_is_said_to_run_in_real_processes_does():
    for row in INVARIANTS.values():
        tests = row.tests.get("C", ())
        for test in () if isinstance(tests, Missing) else tests:
            assert IN_REAL_TIME in (ROOT / "tests" / test.partition("::")[0]).read_text(), test
