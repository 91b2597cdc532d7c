"""`farhand stream`: loopback unless told, one place for each, one line where there is none."""

from contextlib import ExitStack

import pytest
from announced_run import announced_run

from ground.cli import main
from ground.command_list import DONE, FAILED
from ground.commands.run import stream as stream_command
from ground.export import live_stream
from ground.run.kept.locks import held, lock_path

OBSERVERS = ("observer", "observer-2", "observer-3")


@pytest.fixture
def run(tmp_path, monkeypatch):
    return announced_run(tmp_path, monkeypatch, OBSERVERS)


def streamed(run, monkeypatch, *arguments, taken=()):
    """Stream a run; return the exit code and how a stream was opened: launch file, host, port."""
    opened = []

    class Stream:
        def __init__(self, launch, *, host, port):
            opened.append((launch.stem, host, port))
            self.port = port

    monkeypatch.setattr(live_stream, "LiveStream", Stream)
    monkeypatch.setattr(live_stream, "serve", lambda stream, is_over: DONE)
    with ExitStack() as holding:
        for name in ("bridge", *taken):
            holding.enter_context(held(lock_path(run, name)))
        return main(["stream", *arguments]), opened


def test_it_listens_on_this_host_alone_unless_told(run, monkeypatch, capsys):
    assert streamed(run, monkeypatch) == (DONE, [("observer", "127.0.0.1", 8765)])
    assert "read-only, at ws://127.0.0.1:8765" in capsys.readouterr().out
    told = ("--host", "0.0.0.0", "--port", "9000")
    assert streamed(run, monkeypatch, *told, taken=OBSERVERS[:1])[1] == [("observer-2", "0.0.0.0", 9000)]


def test_where_no_place_is_free_one_line_says_what_to_do(run, monkeypatch, capsys):
    assert streamed(run, monkeypatch, taken=OBSERVERS) == (FAILED, [])
    assert capsys.readouterr().err == f"farhand: {stream_command.NO_PLACE.format(3)}\n"
