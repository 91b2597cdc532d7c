"""The program that asks tests for mutants: a weak test misses some, a strong one finds all."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.operators import mutants
from tests.mutants.score import Equivalent, Outcome, is_reached, out_of_date, scores

ROOT = Path(__file__).resolve().parents[2]
SOURCE = """
LIMIT = min(3, 5)

class Counter:
    def __init__(self):
        self.count = 0

    def add(self, n):
        if n < 0:
            return
        self.count += 1

def is_many(counter):
    return counter.count >= LIMIT
"""
WEAK = """
from planted import Counter, is_many

def test_it_counts():
    counter = Counter()
    counter.add(1)
    is_many(counter)
    assert counter.count == 1
"""
STRONG = """
import pytest
from planted import Counter, is_many

@pytest.mark.parametrize("count", range(6))
def test_three_are_many(count):
    counter = Counter()
    for n in (0, 1, -1, 2, 3, 4)[:count]:
        counter.add(n)
    assert is_many(counter) == (count >= 4)

def test_it_begins_with_nothing():
    assert Counter().count == 0
"""


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("if a: pass", ["a -> not a"]),
        ("if not a: pass", ["not a -> a"]),
        ("x = a < b", ["a < b -> not a < b", "a < b -> a <= b"]),
        ("x = 0 <= a < b", ["-> not 0 <= a < b", "-> 0 < a < b", "-> 0 <= a <= b"]),
        ("x = a and b", ["a -> not a", "b -> not b"]),
        ("x = 1 if a else 2", ["a -> not a"]),
        ("x = [y for y in z if y]", ["y -> not y"]),
        ("def f():\n if a:\n  return 1\n return 2", ["a -> not a", "return 1 -> pass"]),
        ("self.a = self.b = c", ["-> self.b = c", "-> self.a = c"]),
        ("self.a, b = c", ["self.a, b = c -> _, b = c"]),
        ("a += 1", ["a += 1 -> pass"]),
        ("x = np.maximum(min(a, b), c)", ["-> np.minimum(min(a, b), c)", "min(a, b) -> max(a, b)"]),
        ("x: int = 1", []),
    ],
)
def test_each_operator_makes_all_its_mutants(code, changes):
    found = [mutant.change for mutant in mutants(ast.parse(code))]
    assert len(found) == len(changes)
    assert all(text.endswith(change) for text, change in zip(found, changes, strict=True))


def test_a_mutant_that_was_made_is_taken_back():
    tree = ast.parse(SOURCE)
    before, texts = ast.unparse(tree), set()
    for mutant in mutants(tree):
        with mutant.made():
            texts.add(ast.unparse(tree))
    assert ast.unparse(tree) == before
    assert len(texts) == len(mutants(tree)) and before not in texts


def asked(folder, test, equivalents=""):
    (folder / "planted.py").write_text(SOURCE)
    (folder / "test_planted.py").write_text(test)
    (folder / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n")
    (folder / "equivalents.toml").write_text(equivalents)
    words = ["planted.py", "--tests", ".", "--equivalents", "equivalents.toml", "--json", "-"]
    run = subprocess.run(
        [sys.executable, "-m", "tests.mutants", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""},  # those are of this run
        capture_output=True,
        text=True,
        timeout=120,
    )
    return run.returncode, json.loads(run.stdout), run.stderr


@pytest.mark.real_time
def test_a_strong_test_kills_all_mutants_and_no_file_is_written(tmp_path):
    code, data, _ = asked(tmp_path, STRONG)
    assert (code, data["files"][0]["survivors"], data["all"]["score"]) == (0, [], 1.0)
    assert (tmp_path / "planted.py").read_text() == SOURCE


@pytest.mark.real_time
def test_a_weak_test_leaves_survivors_that_are_named(tmp_path):
    code, data, _ = asked(tmp_path, WEAK)
    left = {(each["line"], each["change"]) for each in data["files"][0]["survivors"]}
    assert code == 1
    assert (14, "counter.count >= LIMIT -> counter.count > LIMIT") in left
    assert (2, "min(3, 5) -> max(3, 5)") in left
    assert not any("+=" in change for _, change in left)


def killed(count, *, of, file="a.py"):
    return [Outcome(file, n, "f", "negated", f"change {n}", "test" if n < count else "") for n in range(of)]


def test_a_listed_equivalent_counts_for_nothing():
    equivalents = [Equivalent("a.py", "f", "change 19", "the same")]
    assert scores(killed(19, of=20), equivalents)[0].share == 1.0
    assert scores(killed(19, of=20), [])[0].share == 0.95


def test_one_file_below_the_goal_or_too_many_equivalents_are_not_the_goal():
    assert is_reached(scores(killed(19, of=20), []))
    assert not is_reached(scores(killed(18, of=20) + killed(100, of=100, file="b.py"), []))
    equivalents = [Equivalent("a.py", "f", f"change {n}", "the same") for n in (18, 19)]
    assert not is_reached(scores(killed(18, of=20), equivalents))


def test_an_equivalent_that_no_survivor_answers_to_is_out_of_date():
    gone = Equivalent("a.py", "f", "change 3", "the same")
    other = Equivalent("elsewhere.py", "f", "change 3", "the same")
    assert out_of_date(killed(20, of=20), [gone, other]) == [gone]
