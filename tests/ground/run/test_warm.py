"""What is checked and compiled first, in a process of its own."""

import threading

import pytest

from ground.run.run_folder import make_folder
from ground.run.warm import Check, Warming
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
