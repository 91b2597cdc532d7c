"""The lines of the guide that are Python: what they answer stands behind them."""

import ast
import importlib
import re
from pathlib import Path

import numpy as np
import pytest

from tests.ground.guide.make import GUIDE
from tests.house_map import PACKAGES
from tests.shared_data import shared_file

ROOT = Path(__file__).resolve().parents[3]
PAGE = (GUIDE / "notebook.md").read_text()
FLOWN = ("read-python", "fly-python")
CODE = re.compile(r"<!-- code -->\n```python\n(.*?)```\n<!-- /code -->", re.DOTALL)
NAMED = re.compile(r"^\| (`.*?`) \| `([\w.]+)` \|", re.MULTILINE)


def lines(block):
    return PAGE.split(f"<!-- {block} -->\n```python\n")[1].split(f"```\n<!-- /{block} -->")[0]


def whole(page):
    """All lines of a page, as a reader takes them."""
    return "".join(CODE.findall((GUIDE / f"{page}.md").read_text()))


def answers(code):
    """Each line that is a question, and what it gives as a notebook shows it."""
    names, shown = {}, {}
    for statement in ast.parse(code).body:
        text = ast.unparse(statement)
        line = code.splitlines()[statement.lineno - 1]
        if isinstance(statement, ast.Expr) and "  # " in line:
            shown[line] = repr(eval(text, names))  # noqa: S307 (that it can be run is what is tested)
        else:
            exec(text, names)  # noqa: S102 (the same)
    return shown


def assert_answered(found, count):
    assert len(found) == count
    for line, answer in found.items():
        known = line.partition("  # ")[2].partition(": ")[0]  # what it means stands behind
        assert re.fullmatch(re.escape(known).replace(r"\.\.\.", r"\d*"), answer), (answer, line)


def test_the_lines_that_ask_an_arm_answer_what_stands_behind_them(monkeypatch):
    monkeypatch.chdir(ROOT)
    with np.printoptions(precision=3, suppress=True):
        assert_answered(answers(lines("ask")), 9)


def test_the_lines_that_plan_and_verify_answer_what_stands_behind_them(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert_answered(answers(lines("use")), 2)


@pytest.mark.guide
@pytest.mark.real_time  # whoever draws for the first time on a machine asks it for its fonts
@pytest.mark.parametrize(("page", "count"), [("read-python", 21), ("fly-python", 15)])
def test_the_lines_of_a_page_answer_what_stands_behind_them(page, count, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert_answered(answers(whole(page)), count)


def imported(code):
    nodes = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ImportFrom)]
    return {(node.module, alias.name) for node in nodes for alias in node.names}


def test_what_a_notebook_may_import_is_there_and_is_what_the_lines_import():
    named = {(place, name.strip("` ")) for names, place in NAMED.findall(PAGE) for name in names.split(",")}
    assert all(hasattr(importlib.import_module(place), name) for place, name in named)
    used = imported("".join([lines("ask"), lines("use"), *map(whole, FLOWN)]))
    assert {pair for pair in used if pair[0].split(".")[0] in PACKAGES} == named


SCENE = """
name = "ball"
[[sphere]]
name = "ball"
body = "base"
centre = [1.0, 0.0, 0.0]
radius = 0.2
"""


@pytest.mark.sweep
@pytest.mark.parametrize(("arm", "n"), [("ur5e/ur5e.urdf", 6), ("kuka_lbr_iiwa14/lbr_iiwa_14_r820.urdf", 7)])
def test_the_same_lines_ask_an_arm_that_a_urdf_describes(tmp_path, arm, n):
    pytest.importorskip("yourdfpy")
    (tmp_path / "ball.toml").write_text(SCENE)
    files = f'arm, scene = "{shared_file(f"data/robots/{arm}")}", "{tmp_path / "ball.toml"}"'
    code = re.sub(r"^arm, scene = .*$", files, lines("ask"), flags=re.MULTILINE)
    code = re.sub(r"^q = .*$", f"q = np.full({n}, 0.4)", code, flags=re.MULTILINE)
    code = re.sub(r"^low = .*$", "low = q - 0.2", code, flags=re.MULTILINE).replace(
        "np.full(6", f"np.full({n}"
    )
    assert len(answers(code)) == 9
