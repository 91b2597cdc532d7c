"""A run that is announced in a state folder of the test's own; whether it lives is the test's to say."""

from ground.run.kept.known_runs import KnownRun, runs_folder, write_run_file
from telemetry.network.launch import Addresses


def announced_run(tmp_path, monkeypatch, places):
    """Announce a run with these places for screens and lookers-on; return its folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = runs_folder() / "run"
    folder.mkdir(parents=True)
    streams = dict.fromkeys(places, 1)
    (folder / "launch").mkdir()
    for place in places:
        (folder / "launch" / f"{place}.json").touch()
    write_run_file(
        KnownRun(
            folder=str(folder),
            mode="rehearsal",
            run_id="test",
            begun="20261121T120000Z",
            up_s=3.5,
            down_s=3.5,
            period_s=0.25,
            addresses=Addresses(hosts={}, streams=streams, link_ports={}, groups={}, group_ports={}),
        )
    )
    return folder
