"""A pass of an operated station against the spacecraft of another process: 7 s, 10 % loss, another clock."""

import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest
from console_person import CENTRE
from live_rehearsal import ROOT, wait_for

from ground.commands.keys import install
from ground.console.facts.settings import ConsoleSettings
from ground.rehearsal.roles import for_person, plan_offers
from ground.run.kept.run_folder import RunFolder
from ground.scenario.scenario import load
from telemetry.drive.runtime import Runtime
from telemetry.files.settings import read_json
from telemetry.messages.command import BridgeReport
from telemetry.messages.queue import CommandChanges, Verdict
from telemetry.messages.spacecraft import Telemetry
from telemetry.network.launch import Launch
from telemetry.recording.reading.deliveries import read_deliveries
from tests.system.test_operated_station import Operated

pytestmark = [pytest.mark.real_time, pytest.mark.long]

SCENARIO = "short_link"
SPACECRAFT = ("--scenario", SCENARIO, "--loss", 0.1, "--clock-offset", 3600, "--clock-drift", 50)
ATTEMPTS = 6


class SimulatedOperated(Operated):
    """The same in a rehearsal, against a spacecraft that moves."""

    mode = "rehearsal"

    def fly(self, procedure):
        """Sit at the console of the run, and do as a generator does; return what came of each act."""
        launch = read_json(RunFolder(self.run).launch("console"), Launch)
        settings = msgspec.json.decode(launch.settings, type=ConsoleSettings)
        offers = plan_offers(for_person(load(SCENARIO)))
        settings = msgspec.structs.replace(settings, offers=offers, flies=True)
        launch = msgspec.structs.replace(launch, settings=msgspec.Raw(msgspec.json.encode(settings)))
        runtime, told = Runtime(launch, role="tests.system.console_person:build"), {}
        ended = threading.Event()

        def steps():
            yield from procedure(runtime.role.window, told)
            ended.set()

        runtime.role.steps = steps()
        thread = threading.Thread(target=runtime.run, daemon=True)
        thread.start()
        ended.wait(240.0)
        runtime.stop()
        thread.join()
        return told

    def simulated(self):
        parcel = next((self.folder / "keys").glob("for-spacecraft-*"))
        install([str(parcel), str(self.folder / "orbit")])
        words = ["--keys", self.folder / "orbit", *SPACECRAFT]
        return subprocess.Popen(
            [sys.executable, "-m", "ground", "spacecraft", str(self.file), *map(str, words)],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
        )


def to_its_end(window, told):
    """A lease, then the plan, again from wherever a loss has latched the arm, until it is flown."""
    yield from window.until(lambda: window.snapshot is not None and window.state == "held")
    told["lease"] = yield from window.do("lease")
    window.p, told["attempts"] = CENTRE, 0
    for told["attempts"] in range(1, ATTEMPTS + 1):
        if window.state == "held":
            told["resume"] = yield from window.do("resume")
        told["plan"] = yield from window.plan("plan 1")
        if told["plan"]:
            continue
        told["arm"] = yield from window.do("arm plan")
        yield from window.until(lambda: window.state in ("plan", "held", "rest"))
        yield from window.until(lambda: window.state in ("held", "rest"))
        yield from window.pause(10.0)
        if window.state == "rest":
            told["flown"] = True
            return


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pass")
    with SimulatedOperated(folder, (19_935, 19_936, 19_760)) as station:
        far = station.simulated()
        try:
            wait_for(station.status, "the run")
            wait_for(lambda: station.status().get("latched"), "telemetry")
            told = station.fly(to_its_end)
            summary = station.stop()
        finally:
            far.kill()
            far.wait()
    deliveries = [
        d.message for d in read_deliveries(Path(summary["recording"])) if d.role in ("gate", "console")
    ]
    return told, deliveries


def test_a_plan_is_flown_to_its_end_and_its_commands_are_confirmed(flown):
    told, deliveries = flown
    assert told["flown"], told
    changes = [m for m in deliveries if isinstance(m, CommandChanges)]
    states = [change.state for m in changes for change in m.changes]
    assert states.count("confirmed") > 20


def test_loss_and_the_spacecraft_s_own_clock_are_there(flown):
    _, deliveries = flown
    newest = [m for m in deliveries if isinstance(m, BridgeReport)][-1]
    assert 0.04 < newest.tm_lost / (newest.tm_lost + newest.tm_received) < 0.2
    assert any(m.sampled_ns > 3600 * 1_000_000_000 for m in deliveries if isinstance(m, Telemetry))
    assert any(m.ok for m in deliveries if isinstance(m, Verdict))
