"""How the tests are run: only what is marked is in real time, and nothing is skipped in silence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SKIPS = {
    "skips": "import pytest\ndef test_a():\n    pytest.skip('no screen')\n",
    "is_marked": "import pytest\n@pytest.mark.skipif(True, reason='no screen')\ndef test_a(): pass\n",
    "file_skips": "import pytest\npytest.importorskip('no_such_module', reason='no screen')\n",
}
ACTS = {  # what a test does, and what it is told
    "socket.socket().close()": "opens a socket (socket.__new__)",
    "asyncio.new_event_loop()": "opens a socket (socket.__new__)",
    "subprocess.run(['true'])": "starts a process (subprocess.Popen)",
    "os.posix_spawn('/bin/true', ['true'], {})": "starts a process (os.posix_spawn)",
    "os.system('true')": "starts a process (os.system)",
    "os.fork() or os._exit(0)": "starts a process (os.fork)",
    "multiprocessing.get_context('spawn').Process().start()": "starts a process (multiprocessing.spawn)",
    "os.execv('/bin/true', ['true'])": "becomes another program (os.exec)",
    "subprocess.Popen.wait(subprocess.Popen.__new__(subprocess.Popen))": (
        "waits for a process (subprocess.Popen.wait)"
    ),
    "time.sleep(0)": "sleeps (time.sleep)",
}
IMPORTS = "import asyncio, multiprocessing, os, socket, subprocess, time, pytest\n"
ROOT = Path(__file__).resolve().parents[1]


def told(folder, *options):
    """Run the tests of a folder as ours are run, and return what is told."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    return subprocess.run(
        [*command, "-c", os.devnull, "-W", "ignore", *options, folder],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    ).stdout


@pytest.mark.real_time
def test_a_test_without_the_mark_opens_no_socket_starts_no_process_and_never_sleeps(tmp_path):
    each = [f"def test_{number}():\n    {act}\n" for number, act in enumerate(ACTS)]
    (tmp_path / "test_acts.py").write_text(IMPORTS + "".join(each))
    (tmp_path / "test_last.py").write_text("def test_last(): pass\n")
    run = told(tmp_path)
    assert f"{len(ACTS)} failed, 1 passed" in run
    for number, act in enumerate(ACTS.values()):
        name = f"test_acts.py::test_{number}"
        assert f"{name} - Failed: this test {act}, and is not marked real_time\n" in run


@pytest.mark.real_time
def test_a_fixture_may_do_what_its_test_is_marked_for(tmp_path):
    fixture = "@pytest.fixture\ndef ran(): subprocess.run(['true'])\n"
    (tmp_path / "test_fixture.py").write_text(
        f"{IMPORTS}{fixture}def test_no(ran): pass\n@pytest.mark.real_time\ndef test_yes(ran): pass\n"
    )
    run = told(tmp_path)
    assert "1 passed, 1 error" in run
    assert "test_fixture.py::test_no - Failed: this test starts a process" in run


@pytest.mark.real_time
def test_what_skips_fails_where_skips_are_forbidden(tmp_path):
    for name, text in SKIPS.items():
        (tmp_path / f"test_{name}.py").write_text(text)
    run = told(tmp_path, "--no-skips", "--continue-on-collection-errors")
    assert "1 failed, 2 errors" in run  # what skips before it begins is an error
    assert run.count("no screen (--no-skips: a failure)") >= 1


@pytest.mark.real_time
def test_among_workers_what_is_marked_is_in_the_group_of_real_time(request):
    if hasattr(request.config, "workerinput"):
        assert request.node.nodeid.endswith("@real time")
