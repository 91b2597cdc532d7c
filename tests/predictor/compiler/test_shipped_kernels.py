"""Machine code that comes with the software is used where sources, compiler and processor are the same."""

import shutil

import pytest

from tests.predictor.compiler.test_jit import answer, change, kept, make_tree

pytestmark = pytest.mark.real_time

ASKED = "from predictor.caller_kernels import twice; print(twice())"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A tree with the machine code of its kernels, made in another place."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    package = make_tree(elsewhere)
    answer(elsewhere)
    shutil.copytree(elsewhere / "cache" / "farhand" / "kernels", package / "compiled")
    return package


@pytest.fixture
def root(made, tmp_path):
    shutil.copytree(made, tmp_path / "predictor")
    return tmp_path


def flip(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def test_what_was_compiled_elsewhere_is_not_compiled_again_though_nothing_can_be_written(root):
    for path in (root / "predictor").rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    assert (answer(root), kept(root)) == ("42\n", set())


def test_a_doctored_entry_is_not_loaded(root):
    for path in (root / "predictor" / "compiled").rglob("*.code"):
        flip(path)
    assert answer(root) == "42\n"
    assert kept(root) != set()


def test_an_entry_under_the_name_of_another_is_not_loaded(root):
    callers = sorted((root / "predictor" / "compiled").rglob("caller*.code"))
    callees = sorted((root / "predictor" / "compiled").rglob("callee*.code"))
    callers[0].write_bytes(callees[0].read_bytes())
    assert answer(root) == "42\n"
    assert kept(root) != set()


@pytest.mark.parametrize(
    "before",
    [
        "import numba; numba.__version__ = '0.68.99'",
        "import os; os.environ.update(NUMBA_CPU_NAME='nehalem', NUMBA_CPU_FEATURES='')",
    ],
    ids=["another compiler", "another processor"],
)
def test_for_another_compiler_or_processor_it_is_compiled_here(root, before):
    assert answer(root, f"{before}\n{ASKED}") == "42\n"
    assert kept(root) != set()


def test_an_edited_kernel_is_compiled_here(root):
    change(root / "predictor" / "callee_kernels.py", "21", "22")
    assert answer(root) == "44\n"
    assert kept(root) != set()


def test_where_others_may_write_nothing_is_taken_from(root):
    (root / "predictor" / "compiled").chmod(0o777)
    assert answer(root, f"import warnings; warnings.simplefilter('ignore')\n{ASKED}") == "42\n"
    assert kept(root) != set()
