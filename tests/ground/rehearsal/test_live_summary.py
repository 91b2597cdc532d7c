"""What a person does while a run is summed up takes its summary from nobody."""

import os
import signal
from contextlib import nullcontext
from types import SimpleNamespace

from ground.rehearsal import live
from ground.rehearsal.flight import Flight
from ground.run.own_files import OwnFiles
from ground.run.run_folder import RunFolder
from ground.scenario import load


def test_ctrl_c_while_a_run_that_is_over_is_summed_up_leaves_its_summary(tmp_path, monkeypatch):
    ready = SimpleNamespace(folder=RunFolder(tmp_path))
    over = SimpleNamespace(files=OwnFiles(print), tell_events=lambda: None)

    def summed_up(*run, live):
        os.kill(os.getpid(), signal.SIGINT)
        return {"ok": True}

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(live, "prepared", lambda plan, first: nullcontext(ready))
    monkeypatch.setattr(live, "carry_out", lambda ready, tell: over)
    monkeypatch.setattr(live, "_summary", summed_up)
    flown = live.fly_live(load("short_link"), Flight(seed=1), with_console=False, tell=print)
    assert flown == {"ok": True} and (tmp_path / "summary.json").exists()
