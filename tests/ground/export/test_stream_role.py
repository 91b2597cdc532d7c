"""The stream's role puts out what is told, bounded in rate, at the time of its telling, and says nothing."""

from msgspec.structs import replace

from ground.console.facts.settings import ConsoleSettings
from ground.export.sample import Outlet
from ground.export.stream_role import StreamRole
from ground.pictures.camera import CAMERAS
from telemetry.agreed.participants import OBSERVER, REPLAY
from telemetry.messages.replay import Replayed
from telemetry.wire.kinds import pack_message
from telemetry.wire.routes import ROUTES
from tests.ground.export.export_bench import RUN, S
from tests.ground.operator.fake_gate import predicted, telemetry
from tests.telemetry.wire.test_codec import example

ZERO_NS = 1_700_000_000 * S


class Target:
    """Notes what is put out."""

    def __init__(self):
        self.samples, self.anew = [], 0

    def put(self, samples):
        self.samples += samples

    def begin_anew(self):
        self.anew += 1

    def of(self, topic):
        return [sample for sample in self.samples if sample.topic.name == topic]


def started(mode="rehearsal"):
    outlet, target = Outlet(), Target()
    outlet.open(target, zero_utc_ns=ZERO_NS)
    settings = ConsoleSettings(run=replace(RUN, mode=mode), participant=OBSERVER)
    return StreamRole(settings, outlet), target


def replayed(*told, jump=1, begins=False):
    told = tuple((at_ns, pack_message(message)) for at_ns, message in told)
    return Replayed(jump=jump, number=1, begins=begins, is_whole=True, place_ns=0, told=told)


def test_whatever_it_is_told_it_says_nothing():
    role, target = started()
    for kind in ROUTES:
        assert list(role.receive(example(kind), "gate", 5)) == []
    assert list(role.tick(S)) == []
    assert {sample.topic.schema_name for sample in target.samples} >= {"foxglove.Log", "farhand.GateStatus"}


def test_the_predicted_arm_leaves_twenty_times_a_second_and_telemetry_as_it_comes():
    role, target = started()
    for step in range(100):
        role.receive(predicted(0.2), "predictor", step * S // 100)
        role.receive(telemetry(step, latched=False), "bridge", step * S // 100)
    assert [len(target.of(f"/joints/{which}")) for which in ("estimated", "measured")] == [20, 100]


def test_of_what_is_no_longer_told_the_shapes_alone_are_put_out_again():
    role, target = started()
    role.tick(0)
    assert target.samples == []  # nothing is known yet of which there is a shape
    role.receive(telemetry(0, latched=False), "bridge", S)
    target.samples.clear()
    role.tick(60 * S)
    assert (role.due_ns - 60 * S) <= 2 * S
    cameras = [f"/calibration/{name}" for name in CAMERAS]
    names = [sample.topic.name for sample in target.samples]
    assert names == ["/scene", *cameras, "/tf", "/scene/measured"]
    assert {sample.utc_ns for sample in target.samples} == {ZERO_NS + S}


def test_times_are_utc_of_the_run_and_in_a_replay_of_the_recorded_one():
    role, target = started()
    role.receive(telemetry(0, latched=False), "bridge", 3 * S)
    assert target.of("/joints/measured")[0].utc_ns == ZERO_NS + 3 * S
    role, target = started(REPLAY)
    role.receive(replayed((50 * S, telemetry(0, latched=False))), REPLAY, 3 * S)
    assert target.of("/joints/measured")[0].utc_ns == ZERO_NS + 50 * S


def test_a_jump_of_a_replay_begins_anew_and_shapes_come_again():
    role, target = started(REPLAY)
    role.receive(replayed((50 * S, predicted(0.2)), begins=True), REPLAY, S)
    role.receive(replayed((10 * S, predicted(0.2)), jump=2, begins=True), REPLAY, 2 * S)
    assert (target.anew, len(target.of("/joints/estimated")), len(target.of("/scene"))) == (2, 2, 2)
