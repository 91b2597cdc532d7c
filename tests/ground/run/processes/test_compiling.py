"""Parts are compiled by several processes, and whoever waits is told how far they are."""

import os
import subprocess
import sys

import pytest

from ground.run.processes.compiling import CompileProgress, KernelPart, compile_parts
from telemetry.files.settings import FileError

pytestmark = pytest.mark.real_time

MAKES = "os:mkdir"
FAILS = "os:rmdir"


def test_every_part_is_carried_out_and_its_end_is_told(tmp_path):
    parts = [KernelPart(MAKES, (str(tmp_path / name),)) for name in "abcd"]
    told = []
    compile_parts(parts, log=tmp_path / "log", on_progress=told.append)
    assert {path.name for path in tmp_path.iterdir()} == {"a", "b", "c", "d", "log"}
    assert told[-1] == CompileProgress(kernels=0, parts=4, of=4)
    assert (tmp_path / "log").read_text() == ""


def test_the_error_of_a_file_in_another_process_is_the_error_here(tmp_path):
    missing = KernelPart("telemetry.files.settings:read_file", (str(tmp_path / "none.toml"),))
    with pytest.raises(FileError, match="none"):
        compile_parts([missing], log=tmp_path / "log")
    assert (tmp_path / "log").read_text() == ""


def test_a_part_that_fails_otherwise_is_told_with_where_to_read_how_and_the_others_are_done(tmp_path):
    parts = [
        KernelPart(FAILS, (str(tmp_path / "none"),)),
        *(KernelPart(MAKES, (str(tmp_path / name),)) for name in "ab"),
    ]
    with pytest.raises(RuntimeError, match=r"1 of 3 parts .*log"):
        compile_parts(parts, log=tmp_path / "log")
    assert "FileNotFoundError" in (tmp_path / "log").read_text()
    assert (tmp_path / "a").is_dir() and (tmp_path / "b").is_dir()


def test_what_a_part_prints_goes_to_the_log(tmp_path):
    compile_parts([KernelPart("builtins:print", ("words",))], log=tmp_path / "log")
    assert (tmp_path / "log").read_text() == "words\n"


def test_each_part_is_taken_once_by_whoever_comes_first():
    """What the processes share is a pipe with one byte for each part."""
    reading, writing = os.pipe()
    os.write(writing, bytes(range(200)))
    os.close(writing)
    code = "from ground.run.processes.compiling import _part_numbers; print(*_part_numbers())"
    both = [
        subprocess.Popen([sys.executable, "-c", code], stdin=reading, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    os.close(reading)
    taken = [int(number) for process in both for number in process.communicate()[0].split()]
    assert sorted(taken) == list(range(200))


def test_kernels_that_are_there_are_counted_once_whoever_needs_them(tmp_path):
    told = []
    parts = [
        KernelPart("predictor.compiler.kernel_news:announce", (name,)) for name in ("one", "other", "one")
    ]
    compile_parts(parts, log=tmp_path / "log", on_progress=told.append)
    assert told[-1] == CompileProgress(kernels=2, parts=3, of=3)
