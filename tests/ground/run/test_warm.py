"""What is checked and compiled first, in a process of its own."""

import os
import subprocess
import sys
import threading

import pytest

from ground.run.run_folder import make_folder
from ground.run.warm import PARTS, Check, Warming
from telemetry.drive.factory import load
from telemetry.settings import FileError


def test_what_the_check_finds_in_its_own_process_is_the_error_here(tmp_path):
    folder = make_folder(tmp_path, "run")
    warming = Warming(folder, Check("telemetry.settings:read_file", (str(tmp_path / "none.toml"),)), ())
    while warming.is_going_on:
        threading.Event().wait(0.01)
    with pytest.raises(FileError, match="none"):
        warming.check()
    warming.end()
    assert folder.log("warm").read_text() == ""


def test_each_part_is_taken_once_by_whoever_comes_first(tmp_path):
    """What the processes share is a pipe with one byte for each part."""
    reading, writing = os.pipe()
    os.write(writing, bytes(range(200)))
    os.close(writing)
    code = "from ground.run.warm import _taken; print(*_taken())"
    both = [
        subprocess.Popen([sys.executable, "-c", code], stdin=reading, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    os.close(reading)
    taken = [int(number) for process in both for number in process.communicate()[0].split()]
    assert sorted(taken) == list(range(200))


@pytest.mark.parametrize("name", [part for parts in PARTS.values() for part in parts])
def test_every_part_is_a_function(name):
    assert callable(load(name))
