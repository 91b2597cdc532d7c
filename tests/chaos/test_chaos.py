"""The chaos command: every deed that is wanted is drawn, and what must not be is found."""

from itertools import combinations, groupby

import msgspec
import numpy as np
import pytest

from ground.audit import recording_audit
from telemetry.agreed.reasons import Reason
from telemetry.messages.acts import ActReply, Lease
from telemetry.recording.reading.deliveries import read_deliveries
from tests.chaos import bout
from tests.chaos.bout import Done, fought, judged, note_answers
from tests.chaos.deeds import ALL_BUT_BRIDGE, DRAWN, ROLES, STEPPED, Deed, clock_fault, wanted
from tests.chaos.telling import told, told_run

SUMMARY = {"recording": "a.mcap", "contacts": []}
BROKEN = {"number": 7, "text": "", "answer": "BROKEN", "broken": 1, "missing": []}


def test_every_role_is_killed_and_stopped_so_often_and_hold_is_pressed_with_all_subsets():
    deeds = wanted(np.random.default_rng(1), each=3)
    for role in ROLES:
        assert [deed.kind for deed in deeds if deed.roles == (role,)].count("killed") == 3
        assert [deed.kind for deed in deeds if deed.roles == (role,)].count("stopped") == 3
    dead = {deed.roles for deed in deeds if deed.kind == "hold"}
    assert dead >= {*combinations(ROLES, 1), *combinations(ROLES, 2), ALL_BUT_BRIDGE}
    assert len(dead) > DRAWN and wanted(np.random.default_rng(1), each=3) == deeds


def test_all_clocks_step_but_that_of_the_spacecraft():
    drawn = "".join(clock_fault(np.random.default_rng(seed)) for seed in range(60))
    assert all(f'"{role}"' in drawn for role in STEPPED) and '"space_segment"' not in drawn


@pytest.fixture
def audited(monkeypatch):
    """Return what lets a recording be judged as a test says."""

    def judge(rule, done=(), unasked=(), left=()):
        first = {"rule": rule, "at_s": 1.0, "text": "so", "record": 1, "channel": "Motion", "number": 1}
        found = {"recording": "", "verdict": "BROKEN", "ok": False, "released": 1, "beside": []}
        rows = [{**BROKEN, "first": first}] if rule else []
        answer = {**found, "invariants": rows, "missing": [], "trusted": []}
        audit = msgspec.convert(answer, recording_audit.AuditAnswer)
        monkeypatch.setattr(bout, "audit_recording", lambda path: audit)
        monkeypatch.setattr(bout, "_unasked", lambda path: unasked)
        return judged(list(done), SUMMARY, left)

    return judge


def test_what_the_audit_breaks_what_moves_unasked_and_who_is_left_is_found(audited):
    assert audited("interval").findings == ["invariant 7 is broken: so"]
    assert audited("", unasked=[2_000_000_000]).findings == ["2.00 s: moves, and nobody armed it"]
    assert audited("", left=[17]).findings == ["process 17 is left"]


def test_what_nobody_on_record_can_have_heard_is_not_proven_and_nothing_else(audited):
    deaf = Done(Deed("hold", ("bridge", "predictor", "haptics", "gate")))
    assert audited("up", [deaf]).findings == [] and audited("up", [deaf]).not_proven != []
    assert audited("up", [Done(Deed("hold", ("bridge", "haptics")))]).findings != []
    assert audited("interval", [deaf]).findings != []


@pytest.mark.parametrize(("dead", "found"), [("gate", 1), ("bridge", 1), ("bridge space_segment", 0)])
def test_a_hold_that_does_not_leave_is_found_unless_all_that_send_it_are_dead(dead, found):
    done = Done(Deed("hold", tuple(dead.split())))
    note_answers(done, [("bridge", "gives no sign", 4.0), ("gate", "took it", 0.1)])
    assert len(done.findings) == found


DEEDS = [
    Deed("killed", ("predictor",)),
    Deed("stopped", ("haptics",), 0.5),
    Deed("disk full", ("gate",), 1.0),
    Deed("hold", ("gate", "recorder"), is_stopped=True),
]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return fought(tmp_path_factory.mktemp("chaos") / "run", DEEDS, seed=3)


@pytest.mark.long
@pytest.mark.real_time
def test_a_kill_a_stop_and_a_hold_among_the_dead_show_nothing(run):
    assert [done.deed for done in run.done] == DEEDS
    assert run.findings == [] and [done.findings for done in run.done] == [[]] * 4
    assert run.done[-1].hold_s is not None and all(done.ready_s for done in run.done)
    assert "0 found" in told([run], 4) and "hold gate+recorder stopped" in told_run(1, run, "")


@pytest.mark.long
@pytest.mark.real_time
def test_while_a_person_has_the_lease_the_script_is_refused_and_moves_the_arm_only_behind_its_end(run):
    gate_said = [each.message for each in read_deliveries(run.recording) if each.role == "operator"]
    leases = [each.holder for each in gate_said if isinstance(each, Lease)]
    assert [name for name, _ in groupby(leases)][:5] == ["operator", "", "person", "", "operator"]
    answers = [each for each in gate_said if isinstance(each, ActReply) and each.to == "operator"]
    assert Reason.NOT_HOLDER in [each.reason for each in answers if each.act == "LeaseRequest"]
    assert run.done[-1].armed_s is not None and run.findings == []  # as the audit judges each set-point
