"""The kernel cache is as fresh as the sources, wherever a change was made."""

import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from predictor import jit, stop
from telemetry import joint_state

CALLER = """
from predictor.callee import value
from predictor.jit import kernel

@kernel
def twice():
    return 2 * value()
"""
CALLEE = "from predictor.jit import kernel\n\n@kernel\ndef value():\n    return 21\n"


def make_tree(root: Path) -> Path:
    """Write a package of two kernels, one calling the other from another file."""
    package = root / "predictor"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "jit.py").write_bytes(Path(jit.__file__).read_bytes())
    (package / "caller.py").write_text(CALLER)
    (package / "callee.py").write_text(CALLEE)
    (package / "story.py").write_text("WORDS = 'nothing compiled here'\n")
    (package / "stop.py").write_bytes(Path(stop.__file__).read_bytes())
    return package


def change(path: Path, old: str, new: str) -> None:
    """Replace text in a file, and make sure that it was there."""
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def test_changed_callee_in_another_file_changes_the_digest(tmp_path: Path) -> None:
    package = make_tree(tmp_path)
    before = jit.source_digest(tmp_path)
    change(package / "callee.py", "21", "22")
    assert jit.source_digest(tmp_path) != before


def test_a_change_in_the_plain_stop_law_begins_a_new_folder(tmp_path: Path) -> None:
    package = make_tree(tmp_path)
    before = jit.cache_folder(tmp_path, {"XDG_CACHE_HOME": str(tmp_path / "cache")})
    change(package / "stop.py", "0.5 * T * (a + a_next)", "0.5 * T * (a_next + a)")
    assert jit.cache_folder(tmp_path, {"XDG_CACHE_HOME": str(tmp_path / "cache")}) != before


def test_a_plain_function_whose_changes_nobody_would_see_is_not_compiled() -> None:
    with pytest.raises(ValueError, match=r"joint_state\.py must speak of the kernels"):
        jit.compiled_too(joint_state.JointState.__iter__)


def test_file_without_kernels_does_not_change_the_digest(tmp_path: Path) -> None:
    package = make_tree(tmp_path)
    before = jit.source_digest(tmp_path)
    change(package / "story.py", "nothing", "still nothing")
    assert jit.source_digest(tmp_path) == before


def test_moved_kernel_file_changes_the_digest(tmp_path: Path) -> None:
    package = make_tree(tmp_path)
    before = jit.source_digest(tmp_path)
    (package / "callee.py").rename(package / "called.py")
    assert jit.source_digest(tmp_path) != before


def test_changed_callee_is_compiled_again_in_the_next_process(tmp_path: Path) -> None:
    package = make_tree(tmp_path)
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}

    def run() -> str:
        program = "from predictor.caller import twice; print(twice())"
        command = [sys.executable, "-c", program]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        ).stdout

    assert run() == "42\n"
    assert list((tmp_path / "cache").rglob("*.nbi"))
    change(package / "callee.py", "21", "22")
    assert run() == "44\n"


def test_cache_lies_in_the_users_cache_folder_and_is_private(tmp_path: Path) -> None:
    make_tree(tmp_path)
    folder = jit.cache_folder(tmp_path, {"XDG_CACHE_HOME": str(tmp_path / "cache")})
    assert folder == tmp_path / "cache" / "farhand" / "kernels" / jit.source_digest(tmp_path)
    assert folder.stat().st_mode & 0o077 == 0


def test_relative_cache_home_is_not_obeyed(tmp_path: Path) -> None:
    folder = jit.cache_folder(tmp_path, {"XDG_CACHE_HOME": "somewhere"})
    assert folder.is_absolute()
    assert "somewhere" not in folder.parts


def test_unwritable_cache_home_gives_a_private_folder(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where a folder should be")
    folder = jit.cache_folder(tmp_path, {"XDG_CACHE_HOME": str(blocked)})
    assert folder.is_dir()
    assert blocked not in folder.parents
    assert folder.stat().st_mode & 0o077 == 0


def test_division_by_zero_in_a_kernel_is_infinite_and_raises_nothing() -> None:
    assert _inverse(0.0) == float("inf")


@jit.kernel
def _inverse(x: float) -> float:
    return 1.0 / x


def test_a_kernel_calls_a_plain_function_and_those_that_it_calls_and_plain_python_still_does() -> None:
    assert jit.compiled_too(_thrice) is _thrice
    assert (_nine_times(1.0), _thrice(1.0)) == (9.0, 3.0)
    assert _thrice(math.inf) == math.inf


def _tripled(x: float) -> float:
    return 3.0 * x


def _thrice(x: float) -> float:
    return _tripled(x)


@jit.kernel
def _nine_times(x: float) -> float:
    return 3.0 * _thrice(x)


def test_constants_in_calls_are_one_type_and_one_compile() -> None:
    assert _of_constants(5) == 5 + 1 + 2 + 3
    _of_constants.recompile()  # an earlier run may have kept it: then nothing was compiled
    assert len(vars(_sum)["overloads"]) == 1


@jit.kernel
def _sum(x: int, y: int) -> int:
    return x + y


@jit.kernel
def _of_constants(x: int) -> int:
    return _sum(_sum(x, 1), _sum(2, 3))
