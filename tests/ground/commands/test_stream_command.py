"""`farhand stream`: loopback unless told, one place for each, one line where there is none."""

from contextlib import ExitStack

import pytest

from ground.cli import DONE, FAILED, main
from ground.commands import stream as stream_command
from ground.run.locks import held, lock_path
from ground.run.runs import KnownRun, announce, runs_folder
from telemetry.network.addresses import Addresses

OBSERVERS = ("observer", "observer-2", "observer-3")


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A run that is announced; whether it lives is the test's to say."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = runs_folder() / "run"
    folder.mkdir(parents=True)
    addresses = Addresses(
        hosts={}, streams=dict.fromkeys(OBSERVERS, 1), link_ports={}, groups={}, group_ports={}
    )
    announce(
        KnownRun(
            folder=str(folder),
            mode="rehearsal",
            run_id="test",
            begun="20261121T120000Z",
            up_s=3.5,
            down_s=3.5,
            period_s=0.25,
            addresses=addresses,
        )
    )
    return folder


def streamed(run, monkeypatch, *arguments, taken=()):
    """Stream a run; return the exit code and how a stream was opened: launch file, host, port."""
    opened = []

    class Stream:
        def __init__(self, launch, *, host, port):
            opened.append((launch.stem, host, port))
            self.port = port

    found = {"LiveStream": Stream, "serve": lambda stream, is_over: DONE}
    monkeypatch.setattr(stream_command, "load", lambda name: found[name.partition(":")[2]])
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
    assert capsys.readouterr().err == f"farhand: {stream_command.TAKEN.format(3)}\n"
