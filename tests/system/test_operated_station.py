"""The station of the guide is operated against a spacecraft of its own, by the command, under its keys."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from live_rehearsal import ROOT, wait_for

from ground.commands.keys import new
from ground.replay.check import check
from ground.run.hold_press import StandingHold, press_once
from ground.run.kept.history import run_row
from ground.run.kept.known_runs import RUN_FILE, KnownRun
from ground.run.kept.locks import living
from ground.station.station_file import read_station
from telemetry.files.settings import read_json
from telemetry.messages.spacecraft import Downlink, PassReport, Telemetry, Uplink
from telemetry.recording.reading.deliveries import read_deliveries
from tests.ground.guide.make import GUIDE
from tests.reference.receiver import HOLD, KEEP, RESUME
from tests.system.receiver_port import ReceiverPort

pytestmark = pytest.mark.real_time

STATION = re.search(r"^```toml\n(.*?)^```$", (GUIDE / "operate.md").read_text(), re.M | re.S)[1]
WINDOWS = "[[2026-01-01T00:00:00Z, 2090-01-01T00:00:00Z]]"
PRESSES = 20
KEEPS = 12  # three seconds of them: telemetry comes down meanwhile, and is told of


class Operated:
    """A station that is operated by the command in a process of its own; a context manager."""

    mode, options = "live", ()

    def __init__(self, folder, ports):
        tc, tm, first = ports
        self.folder, self.file = folder, folder / "north.toml"
        written = STATION.replace(":10025", f":{tc}").replace(":10015", f":{tm}")
        written = re.sub("windows = .*", f"windows = {WINDOWS}", written)
        written = written.replace('mode = "rehearsal"', f'mode = "{self.mode}"')
        self.file.write_text(f"{written}\n[network]\nfirst_port = {first}\n")
        new([str(self.file), *self.options])
        self.station = read_station(self.file)
        (self._key,) = (folder / "keys").glob("for-spacecraft-*/spacecraft.key")
        self.environment = {**os.environ, "XDG_STATE_HOME": str(folder / "state")}

    def __enter__(self):
        command = [sys.executable, "-m", "ground", "operate", str(self.file), "--headless"]
        self._output = (self.folder / "output.txt").open("wb")
        self.process = subprocess.Popen(
            [*command, "--json", str(self.folder / "operated.json")],
            cwd=ROOT,
            env=self.environment,
            stdout=self._output,
            stderr=self._output,
            start_new_session=True,
        )
        return self

    def __exit__(self, *raised):
        self.process.kill()
        self.process.wait()
        self._output.close()
        for number in living(self.run).values():
            os.kill(number, signal.SIGKILL)

    def spacecraft(self):
        return ReceiverPort(self.station, self._key)

    @property
    def output(self):
        return (self.folder / "output.txt").read_text()

    @property
    def run(self):
        runs = Path(self.environment["XDG_STATE_HOME"]) / "farhand/runs"
        return wait_for(lambda: list(runs.glob(f"*/{RUN_FILE}")), self.output)[0].parent

    def status(self):
        path = self.run / "status.json"
        return json.loads(path.read_bytes()) if path.exists() else {}

    def state(self, role):
        return next(row["state"] for row in self.status()["processes"] if row["role"] == role)

    def standing_hold(self):
        known = read_json(self.run / RUN_FILE, KnownRun)
        return StandingHold(known.addresses, known.speakers_as("hold"), actor="hold")

    def press(self):
        known = read_json(self.run / RUN_FILE, KnownRun)
        answers = press_once(known.addresses, known.speakers_as("hold"), actor="hold")
        return {answer.receiver: answer.outcome for answer in answers}

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
        return json.loads((self.folder / "operated.json").read_bytes())


def pressed(hold, far):
    """Press HOLD with the bridge dead, and return what came to the wire."""
    before = len(far.of("second_uplink", HOLD))
    hold.press()
    return wait_for(lambda: far.of("second_uplink", HOLD)[before:], "HOLD")


@pytest.fixture(scope="module")
def operated(tmp_path_factory):
    """A run from its start to its end: passes, HOLD, a dead bridge, another life of it."""
    folder, seen = tmp_path_factory.mktemp("operated"), {}
    with Operated(folder, (19_925, 19_926, 19_860)) as station, station.spacecraft() as far:
        wait_for(lambda: station.status().get("latched"), "telemetry")
        wait_for(lambda: station.state("predictor") == "ready", "a predictor")
        wait_for(lambda: "second_uplink" in far.begun, "a pass of the adapter")
        seen["agreed"], seen["dropped"] = {*far.begun}, far.dropped
        seen["hold"] = station.press()
        for sender in ("bridge", "second_uplink"):
            wait_for(lambda sender=sender: far.of(sender, HOLD), f"HOLD of {sender}")
        station.process.send_signal(signal.SIGSTOP)  # or the bridge would be back at once
        os.kill(living(station.run)["bridge"], signal.SIGKILL)
        with station.standing_hold() as hold:
            hold.probe()
            seen["pressed"] = sum(bool(pressed(hold, far)) for _ in range(PRESSES))
        station.process.send_signal(signal.SIGCONT)
        wait_for(lambda: far.begun.count("bridge") == 2, "another pass of the bridge")
        kept = len(far.of("bridge", KEEP))
        wait_for(lambda: len(far.of("bridge", KEEP)) > kept + KEEPS, "keeps of the new bridge")
        seen["far"], seen["latched"] = far, bool(far.arm.latch)
        seen["summary"], seen["output"] = station.stop(), station.output
        seen["row"] = run_row(station.run)
        seen["deliveries"] = list(read_deliveries(Path(seen["summary"]["recording"])))
    return seen


def test_bridge_and_second_uplink_each_agree_on_a_pass_before_anything_flies(operated):
    assert operated["agreed"] == {"bridge", "second_uplink"}
    assert operated["dropped"] == 0


def test_telemetry_comes_down_to_the_gate_and_keeps_go_up(operated):
    kinds = {(d.role, type(d.message)) for d in operated["deliveries"]}
    assert {("gate", Telemetry), ("bridge", Downlink), ("space_segment", Uplink)} <= kinds
    assert operated["far"].of("bridge", KEEP)
    assert not operated["far"].of("bridge", RESUME)


def test_hold_goes_up_by_both_ways(operated):
    assert operated["hold"] == dict.fromkeys(("bridge", "gate", "space_segment"), "took it")


def test_a_bridge_that_was_killed_starts_a_pass_anew_and_the_spacecraft_is_latched(operated):
    assert operated["latched"]
    assert sorted(operated["far"].begun) == ["bridge", "bridge", "second_uplink"], "it did not lose its own"


def test_the_roles_that_decide_do_the_same_again_from_the_recording(operated):
    checked = check(Path(operated["summary"]["recording"]))
    assert checked.ok, checked
    assert {"gate", "predictor"} <= {row.participant for row in checked.roles}
    assert "bridge" in checked.not_run_again
    assert "numbered by its pass" in checked.left_out["bridge"]


def test_the_end_tells_what_came_of_the_pass_and_nothing_that_only_a_rehearsal_has(operated):
    figures = operated["summary"]["figures"]
    assert figures["telemetry"]["received"] > 0
    assert "HOLD of" in " ".join(row["text"] for row in figures["findings"])
    assert not {"seed", "scenario", "plant", "expectations", "policy"} & {*figures, *operated["summary"]}
    assert "min_truth_m" not in figures["clearance"]
    assert "telemetry  " in operated["output"] and "required" in operated["output"]


def test_a_pass_leaves_the_page_that_explains_it_and_names_it(operated):
    page = Path(operated["summary"]["run"]) / "report.html"
    assert f"report     {page}" in operated["output"]
    assert "live, flown by nobody" in page.read_text()


def test_how_far_the_pass_is_is_on_record(operated):
    reports = [d.message for d in operated["deliveries"] if isinstance(d.message, PassReport)]
    assert {report.by for report in reports} == {"bridge", "space_segment"}
    assert any(report.stands for report in reports)


def test_every_press_of_hold_reaches_the_wire_with_the_bridge_dead(operated):
    assert operated["pressed"] == PRESSES  # how soon: `python -m tests.benchmarks hold`


def test_the_start_tells_mode_groups_key_and_who_may_command(operated):
    output = operated["output"]
    for word in ("OPERATE, live", "north", "239.192.70.1", "key ", "may command", "receive buffer"):
        assert word in output
    ended_by = operated["summary"]["ended_by"]
    assert ended_by["by"] == "Ctrl-C"
    assert "space segment took it" in ended_by["became"]
    assert operated["row"].state == "held"
