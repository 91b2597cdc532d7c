"""How the tests are run: what is real time is known by what it uses, and nothing is skipped in silence."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import is_real_time

SKIPS = {
    "skips": "import pytest\ndef test_a():\n    pytest.skip('no screen')\n",
    "is_marked": "import pytest\n@pytest.mark.skipif(True, reason='no screen')\ndef test_a(): pass\n",
    "file_skips": "import pytest\npytest.importorskip('no_such_module', reason='no screen')\n",
}
ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    ("used", "real_time"),
    [
        ("subprocess", True),
        ("tests.telemetry.drive.runtime_bench", True),
        ("tests.planner.gate.gate_bench", False),
        ("telemetry.drive.virtual_time", False),
    ],
)
def test_a_file_is_real_time_by_what_it_or_its_bench_uses(used, real_time):
    file = ModuleType("test_file")
    file.used = import_module(used)
    assert is_real_time(file) is real_time


def test_what_skips_fails_where_skips_are_forbidden(tmp_path):
    for name, text in SKIPS.items():
        (tmp_path / f"test_{name}.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    run = subprocess.run(
        [*command, "-c", os.devnull, "--no-skips", "--continue-on-collection-errors", tmp_path],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "1 failed, 2 errors" in run.stdout  # what skips before it begins is an error
    assert run.stdout.count("no screen (--no-skips: a failure)") >= 1


def test_among_workers_this_file_is_in_the_group_of_real_time(request):
    if hasattr(request.config, "workerinput"):
        assert request.node.nodeid.endswith("@real time")
