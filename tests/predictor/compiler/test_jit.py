"""The kernel cache is as fresh as the sources, wherever a change was made."""

import ast
import math
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from predictor.compiler import jit, jit_cache, jit_target, kernel_files

CALLER = """
from predictor.callee_kernels import value
from predictor.compiler.jit import kernel
from predictor.tables import ADDED

@kernel
def twice():
    return 2 * value() + ADDED
"""
CALLEE = "from predictor.compiler.jit import part\n\n@part\ndef value():\n    return 21\n"
ROOM = Path(jit.__file__).parent
ROOT = ROOM.parents[1]
SEARCHED = ("predictor", "planner", "telemetry")
KNOWN = kernel_files._closure, kernel_files._imported, kernel_files._content
COMPILING = [path.name for kind in ("jit*.py", "kernel_*.py") for path in ROOM.glob(kind)]


def make_tree(root: Path) -> Path:
    """Write a package of a kernel with a part and a constant, each in another file, and return it."""
    package = root / "predictor"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / ROOM.name).mkdir()
    for name in COMPILING:
        (package / ROOM.name / name).write_bytes((ROOM / name).read_bytes())
    (package / "caller_kernels.py").write_text(CALLER)
    (package / "callee_kernels.py").write_text(CALLEE)
    (package / "tables.py").write_text("ADDED = 0\n")
    (package / "story.py").write_text("WORDS = 'no kernel, though it speaks of one'\n")
    return package


def change(path: Path, old: str, new: str) -> None:
    """Replace text in a file, and make sure that it was there."""
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def answer(root: Path, program: str = "from predictor.caller_kernels import twice; print(twice())") -> str:
    """Run a program with the package of a tree and its own cache."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(root / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", program]
    return subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=True
    ).stdout


def kept(root: Path) -> set[Path]:
    """Return what was compiled for the cache of a tree; what came with it is not among that."""
    return set((root / "cache").rglob("*.code"))


@pytest.mark.real_time
@pytest.mark.long
def test_a_change_in_any_file_of_a_kernel_s_code_compiles_it_again_and_elsewhere_none(tmp_path: Path) -> None:
    package = make_tree(tmp_path)
    assert answer(tmp_path) == "42\n"
    first = kept(tmp_path)
    change(package / "story.py", "no kernel", "still none")
    assert answer(tmp_path) == "42\n"
    assert kept(tmp_path) == first != set()
    change(package / "callee_kernels.py", "21", "22")
    assert answer(tmp_path) == "44\n"
    change(package / "tables.py", "0", "1")
    assert answer(tmp_path) == "45\n"


@pytest.mark.real_time
def test_a_planted_stale_entry_is_never_used(tmp_path: Path) -> None:
    package = make_tree(tmp_path)
    assert answer(tmp_path) == "42\n"
    stale = {path.name: path.read_bytes() for path in kept(tmp_path)}
    change(package / "callee_kernels.py", "21", "22")
    assert answer(tmp_path) == "44\n"
    for path in kept(tmp_path):
        path.write_bytes(stale[path.name])
    assert answer(tmp_path) == "44\n"


@pytest.mark.real_time
def test_a_kernel_loads_no_library_for_products_of_matrices(tmp_path: Path) -> None:
    make_tree(tmp_path)
    program = "import sys; from predictor.caller_kernels import twice; print(twice(), *sys.modules)"
    given, *loaded = answer(tmp_path, program).split()
    assert (given, "scipy.linalg" in loaded, "numba" in loaded) == ("42", False, True)


def test_another_setting_of_the_compiler_begins_a_new_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    state = jit_target.compiler_state.__wrapped__  # a process asks once
    before = state()
    monkeypatch.setattr("numba.config.LOOP_VECTORIZE", 1 - numba.config.LOOP_VECTORIZE)
    assert state() != before


@pytest.mark.parametrize(
    ("name", "found"), [("_HAVE_YAML", not numba.config._HAVE_YAML), ("GDB_BINARY", "/opt/gdb")]
)
def test_what_else_is_installed_here_is_no_other_compiler(
    monkeypatch: pytest.MonkeyPatch, name: str, found: object
) -> None:
    state = jit_target.compiler_state.__wrapped__
    before = state()
    monkeypatch.setattr(f"numba.config.{name}", found)
    assert state() == before


def test_cache_lies_in_the_users_cache_folder_and_is_private(tmp_path: Path) -> None:
    folder = jit_cache.cache_folder({"XDG_CACHE_HOME": str(tmp_path / "cache")})
    assert folder == tmp_path / "cache" / "farhand" / "kernels"
    assert folder.stat().st_mode & 0o077 == 0


def test_relative_cache_home_is_not_obeyed() -> None:
    folder = jit_cache.cache_folder({"XDG_CACHE_HOME": "somewhere"})
    assert folder.is_absolute()
    assert "somewhere" not in folder.parts


def test_unwritable_cache_home_gives_a_private_folder(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where a folder should be")
    folder = jit_cache.cache_folder({"XDG_CACHE_HOME": str(blocked)})
    assert folder.is_dir()
    assert blocked not in folder.parents
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("open_one", ["farhand", "farhand/kernels"])
def test_a_folder_that_others_may_write_to_is_refused_and_told(tmp_path: Path, open_one: str) -> None:
    trusted = jit_cache.cache_folder({"XDG_CACHE_HOME": str(tmp_path)})
    (tmp_path / open_one).chmod(0o777)
    with pytest.warns(RuntimeWarning, match="others may write there"):
        assert jit_cache.cache_folder({"XDG_CACHE_HOME": str(tmp_path)}) != trusted


def loaded_by(kernels: Path) -> set[Path]:
    """Return which of our files Python loads for a kernel file, itself among them."""
    name = ".".join(kernels.relative_to(ROOT).with_suffix("").parts)
    program = f"import sys, {name}; print([getattr(each, '__file__', None) for each in sys.modules.values()])"
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = map(Path, filter(None, ast.literal_eval(told.stdout)))
    return {path for path in files if any(path.is_relative_to(ROOT / package) for package in SEARCHED)}


def test_what_stands_beside_our_packages_where_they_are_installed_changes_no_digest(tmp_path: Path) -> None:
    kernel = tmp_path / "predictor" / "some_kernels.py"
    kernel.parent.mkdir()
    kernel.write_text("from numba.core import types\n")
    before = kernel_files.digest_of(kernel, tmp_path)
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "core.py").write_text("types = None\n")
    for known in KNOWN:
        known.cache_clear()
    assert kernel_files.digest_of(kernel, tmp_path) == before


@pytest.mark.sweep
def test_one_character_changes_the_digests_of_the_kernels_that_it_reaches_and_of_no_other(
    tmp_path: Path,
) -> None:
    """Reached is whatever Python loads of ours for a kernel file, but packages, which hold a docstring."""
    for package in SEARCHED:
        shutil.copytree(ROOT / package, tmp_path / package)
    files = sorted(path for package in SEARCHED for path in (tmp_path / package).rglob("*.py"))
    kernels = [path for path in files if path.name.endswith("_kernels.py")]
    reached = {path: loaded_by(ROOT / path.relative_to(tmp_path)) for path in kernels}

    def digests() -> list[str]:
        for known in KNOWN:
            known.cache_clear()
        return [kernel_files.digest_of(path, tmp_path) for path in kernels]

    before = digests()
    assert len(kernels) > 60
    for path in files:
        if path.name == "__init__.py":
            continue
        source = path.read_bytes()
        path.write_bytes(source + b"#")
        other = [old != new for old, new in zip(before, digests(), strict=True)]
        path.write_bytes(source)
        assert other == [ROOT / path.relative_to(tmp_path) in reached[each] for each in kernels], path


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


def test_python_is_refused_a_part_of_kernels_by_name() -> None:
    with pytest.raises(TypeError, match="_halved is a part of kernels"):
        _halved(1.0)


@jit.part
def _halved(x: float) -> float:
    return 0.5 * x
