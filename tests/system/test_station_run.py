"""A run without a scenario: a station states the settings, its adapter is at the far end of the link."""

import os
import signal
import threading
from typing import NamedTuple

import pytest
from live_rehearsal import wait_for

from ground.console.facts.settings import consoles, observers
from ground.run.hold_press import press_once
from ground.run.kept.history import run_row
from ground.run.kept.locks import living
from ground.run.kept.recorded_run import about_run
from ground.run.kept.run_folder import make_folder
from ground.run.life import carry_out
from ground.run.live_run import LiveRun
from ground.run.prepared import prepared
from ground.run.run_plan import FAR_END, flight_plan, ground_segment, supervision
from ground.run.station import Station, resolved
from telemetry.agreed.run_settings import Commanding, LinkPlan, Margins
from telemetry.life.contract import RoleSpec
from telemetry.messages.command import HoldCommand
from telemetry.messages.spacecraft import Telemetry
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.writing.mcap_file import DEFAULT_FILE
from tests.nominal_run import ALWAYS, MODEL, ROBOT, SCENE
from tests.system.station_adapter import AdapterSettings

pytestmark = pytest.mark.real_time

DURATION_S = 2.0
EVERYBODY = {"recorder", "bridge", FAR_END, "predictor", "planner", "gate", "haptics"}
S = 1_000_000_000
STATION = Station(
    name="a station",
    mode="rehearsal",
    robot_file=ROBOT,
    scene_file=SCENE,
    commanding=Commanding(period_s=0.25, depth=4, buffer_s=0.5, policy="watermark"),
    link=LinkPlan(up_s=0.1, down_s=0.1, windows_s=ALWAYS, telemetry_period_s=0.1),
    margins=Margins(geometry_m=0.01, tracking_m=0.01, model_m=0.01),
)


def plan_of(folder, waits_for):
    """Make the plan of a run whose adapter is ready when a file is there."""
    run = resolved(STATION, run_id="station-run")
    q = tuple(map(float, MODEL.robot.home_q))
    adapter = RoleSpec(FAR_END, "tests.system.station_adapter:build", AdapterSettings(run, q, str(waits_for)))
    screens = [*consoles(run), *observers(run)]
    return flight_plan(
        make_folder(folder / "farhand/runs", "station-run"),
        run,
        [*ground_segment(run, adapter), supervision(run), *screens],
        duration_s=DURATION_S,
        later=[spec.participant for spec in screens],
        about=about_run(run, name="a station", files={}),
    )


@pytest.fixture(scope="module", autouse=True)
def own_state(tmp_path_factory):
    """No other run of this host is seen, and none sees these."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


def carried_out(plan, meanwhile):
    """Carry out a run, with something done meanwhile by somebody else."""
    told = []

    def do(ready):
        try:
            meanwhile(ready)
        except BaseException:
            os.kill(os.getpid(), signal.SIGINT)
            raise

    with prepared(plan) as ready:
        other = threading.Thread(target=do, args=(ready,))
        other.start()
        live = carry_out(ready, told.append)
        other.join()
        assert living(plan.folder.path).keys() == {"supervisor"}
    assert [child.deaths for child in live.supervisor.children] == [[]] * len(live.supervisor.children)
    return live, told


def heard(live, participant, kind):
    """When a participant received a kind of message."""
    deliveries = read_deliveries(live.plan.folder.path / DEFAULT_FILE)
    return [d.at_ns for d in deliveries if d.role == participant and isinstance(d.message, kind)]


class Flown(NamedTuple):
    """One run: HOLD is pressed while it still waits for its adapter, which then becomes ready."""

    live: LiveRun
    told: list
    began_in: str  # the state that others saw before the adapter was ready
    outcomes: dict  # of the press


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    folder, seen = tmp_path_factory.mktemp("run"), {}
    may_go = folder / "go"

    def is_held(ready):
        known = ready.known
        answers = press_once(known.addresses, known.speakers_as("hold"), actor="hold")
        seen["outcomes"] = {answer.receiver: answer.outcome for answer in answers}
        return seen["outcomes"]["bridge"] == seen["outcomes"]["gate"] == "took it"

    def look_hold_then_go(ready):
        wait_for(lambda: living(ready.folder.path).keys() >= EVERYBODY, "all processes")
        seen["state"] = run_row(ready.folder.path).state
        wait_for(lambda: is_held(ready), "HOLD")
        may_go.touch()
        wait_for(lambda: run_row(ready.folder.path).state == "running", "time zero")

    live, told = carried_out(plan_of(folder, may_go), look_hold_then_go)
    return Flown(live, told, seen["state"], seen["outcomes"])


def test_a_station_flies_a_run_with_its_own_adapter_at_the_far_end_of_the_link(flown):
    assert flown.live.supervisor_role.gate.latched
    assert len(heard(flown.live, "gate", Telemetry)) > 10
    assert flown.told[-1].mission_s >= DURATION_S
    assert heard(flown.live, FAR_END, HoldCommand), "no script was done, so HOLD comes before the end"


def test_a_run_begins_when_the_slowest_is_ready_and_not_before(flown):
    starting = [progress for progress in flown.told if progress.phase == "starting"]
    assert flown.began_in == "starting"
    assert max(progress.mission_s for progress in starting) == 0.0
    assert min(heard(flown.live, "gate", Telemetry)) < S


def test_hold_is_taken_by_a_run_that_is_still_starting(flown):
    assert flown.outcomes[FAR_END] == "cannot be reached"
    assert min(heard(flown.live, "gate", HoldCommand)) == 0
    assert flown.live.supervisor_role.gate.held_by


def test_ctrl_c_while_a_run_starts_ends_it_before_its_time_zero(tmp_path):
    def interrupt(ready):
        wait_for(lambda: living(ready.folder.path).keys() >= EVERYBODY, "all processes")
        os.kill(os.getpid(), signal.SIGINT)

    live, _ = carried_out(plan_of(tmp_path, tmp_path / "never"), interrupt)
    assert live.interrupted_by
    assert not live.clock.has_time_zero()
