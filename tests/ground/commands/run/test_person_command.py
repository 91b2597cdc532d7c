"""`farhand resume` and `farhand confirm` over a real connection to a gate that answers as it is told."""

import io
import json
import threading
import time

import msgspec
import pytest
from msgspec.structs import replace

from ground.cli import main
from ground.command_list import DONE, FAILED, USAGE
from ground.run.kept.known_runs import KnownRun, runs_folder, write_run_file
from ground.run.kept.locks import held, lock_path
from telemetry.agreed.reasons import Reason, line
from telemetry.drive.run_clock import RunClock
from telemetry.drive.runtime import Runtime
from telemetry.life.contract import Send
from telemetry.messages.acts import ActReply, Confirm, GoNoGo, LeaseRequest, ResumeAct
from telemetry.messages.joint_state import JointState
from telemetry.messages.queue import GateStatus
from telemetry.messages.world import (
    BodyPlaced,
    ConfirmWorld,
    LimitTightened,
    LoadChanged,
    ProposedWorld,
    ProposeWorld,
)
from telemetry.network.launch import Launch
from telemetry.network.reservation import reserve
from tests.nominal_run import nominal_run

pytestmark = pytest.mark.real_time

MOVED = BodyPlaced("target", (0.0, 0.02, 0.0), (1.0, 0.0, 0.0, 0.0))
STILL = JointState(q=(0.0,), qd=(0.0,), qdd=(0.0,))
TICK_NS = 50_000_000
STEP_S = 3.02
PATIENCE_S = 30.0


class Gate:
    """Held, with a step to confirm; answers every act, and resumes at once."""

    def __init__(self):
        self.due_ns, self.state, self.step = 0, "held", STEP_S
        self.refusal, self.resumes, self.acts = "", True, []
        self.others = []  # answers to others, told before each of its own

    def receive(self, message, sender, now_ns):
        if not isinstance(message, LeaseRequest | ResumeAct | Confirm | GoNoGo | ProposeWorld | ConfirmWorld):
            return ()
        self.acts.append(message)
        if isinstance(message, ResumeAct) and self.resumes and not self.refusal:
            self.state = "rest"
        detail = line(Reason(self.refusal)) if self.refusal else ""
        name, is_taken = type(message).__name__, not self.refusal
        reply = ActReply(
            act=name,
            accepted=is_taken,
            reason=self.refusal,
            detail=detail,
            to=sender,
            number=message.number,
        )
        return [Send(answer) for answer in (*self.others, reply)]

    def tick(self, now_ns):
        self.due_ns = now_ns + TICK_NS
        return (Send(status(self.state, self.step)),)


def status(state, step):
    return GateStatus(
        state=state, has_window=True, epoch=1, waiting=0, in_flight=0, verified_until=0, last=STILL,
        quiet=True, latched=state == "held", held_by="console", up=0.2, down=0.2, round_trip=0.4,
        window_closes_ns=0, window_opens_ns=None, time_step=step, ended_by="", rolled_back=False,
        poll=(("person", True), ("planner", None)),
        proposed=ProposedWorld(change=MOVED, digest=b"shown", by="console", until_ns=0),
    )  # fmt: skip


def build(settings, store, rng):
    return Gate()


@pytest.fixture
def known(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with reserve(("gate",)) as reserved:
        run = KnownRun(
            folder=str(runs_folder() / "run"),
            mode="rehearsal",
            run_id="test",
            begun="20260131T120000Z",
            up_s=0.2,
            down_s=0.2,
            period_s=0.25,
            addresses=reserved.addresses,
        )
        write_run_file(run)
        with held(lock_path(runs_folder() / "run", "gate")):
            yield run


@pytest.fixture
def gate(known, tmp_path):
    RunClock(tmp_path).begin()
    run, log = nominal_run(), io.StringIO()
    runtime = Runtime(
        Launch(
            participant="gate",
            keys=None,
            settings=msgspec.Raw(msgspec.json.encode(run)),
            addresses=known.addresses,
            seed=1,
            folder=str(tmp_path),
            run_id="test",
        ),
        log=log,
        role=f"{__name__}:build",
    )
    thread = threading.Thread(target=runtime.run, daemon=True)
    thread.start()
    until = time.monotonic() + PATIENCE_S
    while "ready" not in log.getvalue():
        assert time.monotonic() < until
        time.sleep(0.01)
    yield runtime.role
    runtime.stop()
    thread.join(PATIENCE_S)


def test_resume_takes_the_lease_resumes_and_waits_until_the_latch_is_gone(gate, capsys):
    assert main(["resume"]) == DONE
    assert [type(act) for act in gate.acts] == [LeaseRequest, ResumeAct]
    told = capsys.readouterr().out
    assert "telemetry shows it in 1.6 s at most" in told
    assert told.endswith("the latch is gone: the arm is at rest and may be armed\n")


def test_the_record_names_the_person(gate, monkeypatch):
    monkeypatch.setenv("LOGNAME", "eva")
    main(["resume"])
    assert [act.login for act in gate.acts if isinstance(act, LeaseRequest)] == ["eva"]


def test_an_answer_to_somebody_else_is_not_taken_for_its_own(gate):
    refused = ActReply(act="LeaseRequest", accepted=False, reason="not_holder", detail="")
    gate.others = [replace(refused, to="console"), replace(refused, to="person", number=1)]
    assert main(["resume"]) == DONE


def test_a_refused_resume_says_why_and_the_way_out(gate, capsys):
    gate.refusal = "still_moving"
    assert main(["resume"]) == FAILED
    assert capsys.readouterr().err == f"refused: {line(Reason.STILL_MOVING)}\n"


def test_a_resume_that_telemetry_does_not_show_is_told(gate, capsys):
    gate.resumes = False
    assert main(["resume"]) == FAILED
    assert "still shows the latch" in capsys.readouterr().err


def test_confirm_without_a_figure_only_tells_it(gate, capsys):
    assert main(["confirm"]) == FAILED
    assert gate.acts == []
    assert "stepped by 3.020 s; if that is known, `farhand confirm 3.020`" in capsys.readouterr().err


def test_the_figure_to_confirm_is_told_to_programs_too(gate, capsys):
    assert main(["confirm", "--json"]) == FAILED
    told = json.loads(capsys.readouterr().out)
    assert (told["done"], told["step_s"]) == (False, pytest.approx(3.02))


def test_confirm_names_the_figure_that_was_read(gate):
    assert main(["confirm", "3.02"]) == DONE
    assert [act.step for act in gate.acts] == [3.02]


@pytest.mark.parametrize("figure", ["nan", "inf", "much"])
def test_a_figure_that_is_no_number_is_refused_before_anything_is_sent(gate, capsys, figure):
    assert main(["confirm", figure]) == USAGE
    assert gate.acts == []
    assert "is no step (in s)" in capsys.readouterr().err


def test_with_nothing_to_confirm_nothing_is_sent(gate, capsys):
    gate.step = None
    assert main(["confirm", "3.02"]) == DONE
    assert (gate.acts, capsys.readouterr().out) == ([], "nothing waits to be confirmed\n")


@pytest.mark.parametrize(("command", "go"), [("go", True), ("no-go", False)])
def test_go_is_said_and_taken_back_and_who_is_missing_is_told(gate, capsys, command, go):
    assert main([command]) == DONE
    assert [act.go for act in gate.acts] == [go]
    assert "GO is missing of: planner" in capsys.readouterr().out


def test_a_go_that_nobody_has_asked_for_is_refused_with_the_reason(gate, capsys):
    gate.refusal = "not_asked"
    assert main(["go"]) == FAILED
    assert capsys.readouterr().err == f"refused: {line(Reason.NOT_ASKED)}\n"


@pytest.mark.parametrize("command", ["resume", "confirm", "go", "no-go"])
def test_a_gate_that_is_gone_is_told_with_the_other_way_to_hold(known, capsys, command):
    assert main([command]) == FAILED
    assert "farhand hold" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["resume", "confirm"])
def test_without_a_run_the_command_says_how_to_get_one(tmp_path, monkeypatch, capsys, command):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert main([command]) == USAGE
    assert "farhand rehearse" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "ask"),
    [
        (["--place", "target", "0", "0.02", "0"], MOVED),
        (["--limit", "joint_1", "-1", "1", "0.01"], LimitTightened("joint_1", -1.0, 1.0, 0.01)),
        (["--take", "target"], LoadChanged("take", "target")),
        (["--leave", "target"], LoadChanged("leave", "target")),
    ],
)
def test_a_change_of_the_world_is_proposed_as_it_was_typed(gate, arguments, ask):
    assert main(["world", *arguments]) == DONE
    assert [act.ask for act in gate.acts] == [ask]


def test_what_is_confirmed_is_what_the_gate_shows(gate, capsys):
    assert main(["world", "--confirm"]) == DONE
    assert gate.acts[-1].digest == b"shown"
    assert "confirmed: target stands y +20 mm from its file" in capsys.readouterr().out


def test_without_a_change_what_is_proposed_is_told(gate, capsys):
    assert main(["world"]) == DONE
    assert "console has proposed: target stands y +20 mm" in capsys.readouterr().out
    assert gate.acts == []


@pytest.mark.parametrize("figure", ["x", "nan", "inf"])
def test_a_place_that_is_no_number_is_a_mistake(gate, figure):
    assert main(["world", "--place", "target", figure, "0", "0"]) == USAGE
    assert gate.acts == []
