"""Ctrl-C in a flight in virtual time says what was done, and keeps what was recorded."""

import errno
import os
import signal

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, INTERRUPTED
from ground.rehearsal import virtual_flight
from ground.rehearsal.virtual_flight import Flight, fly
from ground.run.processes.interrupts import Interrupted, exit_code
from ground.scenario.scenario import load
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.writing import mcap_file


def press_ctrl_c(*told):
    raise KeyboardInterrupt


def test_ctrl_c_in_virtual_time_keeps_what_was_recorded_and_says_where(tmp_path):
    recording = tmp_path / "pass.mcap"
    with pytest.raises(
        Interrupted, match=r"Ctrl-C at 5\.0 s of virtual time: nothing real has moved"
    ) as told:
        fly(load("short_link"), Flight(seed=1, recording=recording), on_progress=press_ctrl_c)
    assert str(recording) in str(told.value)
    assert sum(1 for _ in read_deliveries(recording)) > 100


def test_sigterm_in_virtual_time_is_called_so_and_keeps_what_was_recorded(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(
        virtual_flight.VirtualTime, "run", lambda *given, **named: signal.raise_signal(signal.SIGTERM)
    )
    given = ["rehearse", "short_link", "--fast", "--no-cameras", "--record", str(tmp_path / "pass.mcap")]
    assert main(given) == exit_code("SIGTERM")
    assert "farhand: SIGTERM at 0.0 s of virtual time" in capsys.readouterr().err


def test_ctrl_c_before_anything_flew_says_that_there_is_no_recording(tmp_path, monkeypatch, capsys):
    given = ["rehearse", "short_link", "--fast", "--no-cameras", "--record", str(tmp_path / "pass.mcap")]
    monkeypatch.setattr(virtual_flight, "VirtualTime", lambda *given, **named: press_ctrl_c())
    assert main(given) == INTERRUPTED
    assert "nothing is judged; there is no recording" in capsys.readouterr().err


def test_a_disk_without_room_for_a_recording_in_virtual_time_is_one_line(tmp_path, monkeypatch, capsys):
    def fill(self, damage):
        self._spool.close()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(mcap_file._File, "finish", fill)
    recording = tmp_path / "pass.mcap"
    assert main(["rehearse", "short_link", "--fast", "--no-cameras", "--record", str(recording)]) == BAD_FILE
    told = capsys.readouterr().err.splitlines()[-1]
    assert told == f"farhand: {recording}: No space left on device; make room, or name another place"
