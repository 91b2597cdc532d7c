"""A signal that ends what goes on ends it by its name, also in the midst of what cannot be ended."""

import ctypes
import signal
import sys

import pytest

from ground.run.processes.interrupts import as_ctrl_c


def test_what_fails_because_a_signal_came_was_ended_by_the_signal():
    with pytest.raises(KeyboardInterrupt, match="SIGTERM"), as_ctrl_c():
        try:
            signal.raise_signal(signal.SIGTERM)
        except KeyboardInterrupt:
            raise RuntimeError("no compiled object yet") from None


def test_a_signal_that_a_compilers_callback_drops_ends_what_goes_on_a_moment_later(capsys):
    callback = ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGTERM))
    with pytest.raises(KeyboardInterrupt, match="SIGTERM"), as_ctrl_c():
        callback()
        signal.pause()
    assert capsys.readouterr().err == ""


def test_what_fails_without_a_signal_fails_as_it_is_and_all_is_as_before():
    hook, handler = sys.unraisablehook, signal.getsignal(signal.SIGTERM)
    with pytest.raises(RuntimeError, match="broken"), as_ctrl_c():
        raise RuntimeError("broken")
    assert (sys.unraisablehook, signal.getsignal(signal.SIGTERM)) == (hook, handler)


def test_a_signal_that_is_ignored_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with as_ctrl_c():
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)
