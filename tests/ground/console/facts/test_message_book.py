"""What has happened becomes one line each: alarms that end, acts with their answers, repeats with a count."""

import msgspec
import pytest
from screen_bench import RUN, S, bridge, change, gate, hold_notice, roll_back, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.message_book import (
    FOLDED_NS,
    KEPT_LINES,
    MessageBook,
    Noticed,
    Seen,
)
from ground.console.texts.message_words import first_lines, message_text
from ground.operator.person.pilot_state import PendingAct, PilotState
from ground.operator.world_news import WorldChanged
from telemetry.agreed.reasons import Reason, cure
from telemetry.messages.acts import ActReply, Lease
from telemetry.messages.command import CommandState
from telemetry.messages.handle import HandleStatus
from telemetry.messages.health import Beat, RecorderHealth, RunStage
from telemetry.messages.operations import GripperOperation
from telemetry.messages.plan import PlanRefused, StepReport
from telemetry.messages.prediction import BrokenMargin, LockedJoint, World
from telemetry.messages.queue import HoldArguments, OperationArguments
from telemetry.messages.world import BodyPlaced, ProposedWorld, WorldUpdates

NOW = 10 * S
PILOT = PilotState(holds_lease=True, keeps_lease=True, offers=(), plan=None, pending=None, flies=True)
WORLD = World(version=1, configuration=b"")
LOCKED = LockedJoint(joint=1, name="joint_2", kind="locked", q=0.0, followed=0.0, since_ns=0)
NEAR = BrokenMargin(pair=("hand", "target"), distance=0.01)
MINE = Lease(holder="console", until_ns=NOW + S)
GAP = {"has_window": False, "window_closes_ns": NOW, "window_opens_ns": NOW + 60 * S}


class Feed:
    """A console's state and what its messages read as, the newest first."""

    def __init__(self, participant="console"):
        self.state = ConsoleState(RUN, participant)

    def hear(self, *messages, at_s=10.0):
        for message in messages:
            self.state.on_message(message, round(at_s * S))
        return self

    def lines(self, pilot=None, at_s=10.0):
        return list(reversed(self.state.snapshot(round(at_s * S), pilot).messages))

    def texts(self, pilot=None, at_s=10.0):
        return [message_text(line).text for line in self.lines(pilot, at_s)]


def refused(to="console-2", reason=Reason.LATCHED):
    return ActReply(act="ArmPlan", accepted=False, reason=reason, detail="", to=to, number=1)


GRASP = GripperOperation(action="grasp", opening=0.03)


def grasp(state, reason=""):
    asked = OperationArguments(operation=GRASP, actor="console") if state is CommandState.PROPOSED else None
    return change(state, kind="operation", arguments=asked, reason=reason)


HAPPENED = [
    (
        (grasp(CommandState.PROPOSED), grasp(CommandState.CANCELLED, "operator_hold")),
        "disarmed, not fired: grasp at 30 mm: HOLD was pressed",
    ),
    (
        (grasp(CommandState.PROPOSED), grasp(CommandState.EXPIRED, "arm_expired")),
        "disarmed, not fired: grasp at 30 mm: ",
    ),
    ((grasp(CommandState.PROPOSED), grasp(CommandState.RELEASED)), "fired: grasp at 30 mm"),
    (
        (grasp(CommandState.PROPOSED), grasp(CommandState.CONFIRMED)),
        "grasp at 30 mm: done, confirmed in telemetry",
    ),
    ((hold_notice(),), "HOLD: HOLD was pressed"),
    ((roll_back(),), "ROLL-BACK set-point 3.23: the move or its stop comes closer than required: hand – "),
    ((refused(),), "REFUSED arm plan of console-2: the spacecraft is latched"),
    ((PlanRefused(plan_id="act-1", reason=Reason.UNREACHABLE, detail=""),), "NO PLAN act-1: no joint angles"),
    ((MINE,), "console has the authority lease"),
    (
        (MINE, Lease(holder="console-2", until_ns=NOW + S, taken_from="console")),
        "console-2 has taken the authority lease over from console",
    ),
    ((MINE, Lease(holder="", until_ns=0)), "nobody has the authority lease"),
    (
        (change(CommandState.PROPOSED, kind="hold", arguments=HoldArguments(actor="console-2")),),
        "HOLD was pressed by console-2",
    ),
    ((telemetry(NOW), gate(**GAP)), "LOS: contact has ended as planned"),
    ((WORLD, msgspec.structs.replace(WORLD, version=2, locked=(LOCKED,))), "joint 2: a joint stands still"),
    ((msgspec.structs.replace(WORLD, broken=(NEAR,)), gate()), "nearer than required at rest: hand – target"),
    ((gate(time_step=3.02),), "clock or delay have stepped by 3.02 s"),
    ((HandleStatus(holder="", refused="stick", why="no state"),), "stick was sent away as a handle"),
    (
        (RunStage(stage="running", elapsed=1.0, processes=(), over_ns=None, event="planner ended"),),
        "planner ended",
    ),
    (
        (StepReport(plan="act-1", step=3, kind="hold_point", state="asks", detail="at rest?"),),
        "act-1, step 3, hold point, asks: at rest?",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("messages", "text"), HAPPENED, ids=[row[1][:40] for row in HAPPENED])
def test_what_has_happened_is_a_line(messages, text):
    assert Feed().hear(*messages).texts()[0].startswith(text)


def test_every_line_tells_the_way_out_where_there_is_one():
    line = Feed().hear(refused()).lines()[0]
    assert message_text(line).line.endswith(f"; {cure(Reason.LATCHED)}")


def test_an_end_that_was_asked_for_is_no_fault():
    message = message_text(Feed().hear(hold_notice(reason="disarmed")).lines()[0])
    assert (message.severity, message.text) == ("note", "motion ended: the operator ended the arming")


def test_a_process_that_falls_silent_is_an_alarm_until_it_is_back():
    feed = Feed().hear(Beat(role="predictor", configuration=b""))
    assert feed.hear(gate(), at_s=20.0).texts(at_s=20.0)[0] == "the predictor is silent"
    assert feed.lines(at_s=20.0)[0].is_in_force
    feed.hear(Beat(role="predictor", configuration=b""), gate(), at_s=21.0)
    assert feed.texts(at_s=21.0)[0] == "the predictor is silent, over at T+00:21.0"
    assert message_text(feed.lines(at_s=21.0)[0]).severity == "note"


def test_a_recorder_that_says_it_is_unwell_is_an_alarm():
    unwell = RecorderHealth(healthy=False, durable=1, reason="disk", lost=())
    assert "the recorder is not well" in Feed().hear(unwell, gate()).texts()


def test_signal_that_stays_away_within_a_window_is_an_alarm_and_its_return_ends_it():
    feed = Feed().hear(telemetry(0), at_s=3.5)
    assert feed.hear(gate(), at_s=60.0).texts(at_s=60.0) == ["no signal: telemetry stays away"]
    feed.hear(telemetry(57 * S), gate(), at_s=60.5)
    assert feed.texts(at_s=60.5) == ["no signal: telemetry stays away, over at T+01:00.5"]


def test_contact_that_ends_as_planned_and_begins_again_is_no_alarm():
    feed = Feed().hear(telemetry(6 * S), gate(**GAP))
    feed.hear(gate(), telemetry(70 * S), gate(), at_s=74.0)
    lines = feed.lines(at_s=74.0)
    assert [message_text(line).text for line in lines] == [
        "AOS: contact begins",
        "LOS: contact has ended as planned",
    ]
    assert not any(line.is_alarm for line in lines)


def test_a_persons_act_and_its_answer_are_one_line():
    feed = Feed()
    pending = PendingAct("arm plan", "rest at r in telemetry", "", NOW)
    assert feed.texts(PILOT._replace(pending=pending)) == ["arm plan: waits for rest at r in telemetry"]
    ended = PendingAct("arm plan", "", "the plan starts from another pose", NOW + S)
    feed.hear(refused(to="console"))  # the gate's own words stand in that line
    assert feed.texts(PILOT._replace(pending=ended)) == [
        "arm plan, refused: the plan starts from another pose"
    ]
    again = pending._replace(at_ns=NOW + 2 * S)
    assert len(feed.texts(PILOT._replace(pending=again))) == 2


def test_done_is_said_of_what_is_done_and_of_nothing_that_has_only_begun():
    for outcome, text in (("", "arm hand: done"), ("armed", "arm hand: armed")):
        pending = PendingAct("arm hand", "", "", NOW, outcome)
        assert Feed().texts(PILOT._replace(pending=pending)) == [text]


def test_the_same_again_is_counted_and_does_not_flood():
    feed = Feed()
    for k in range(200):
        feed.hear(refused(), at_s=10.0 + 0.1 * k)
    assert len(feed.texts()) == 1 and feed.texts()[0].endswith("(×200)")
    feed.hear(refused(), at_s=30.0 + FOLDED_NS / S + 1.0)
    assert len(feed.texts()) == 2


def test_two_that_take_turns_are_two_lines():
    feed = Feed()
    for k in range(50):
        feed.hear(refused(), refused(reason=Reason.WRONG_STATE), at_s=10.0 + 0.1 * k)
    assert len(feed.texts()) == 2


def test_old_lines_go_and_what_is_in_force_stays():
    book = MessageBook()
    book.on_look(Seen((), (("hand", "target"),), is_lost=False, step_s=None), NOW)
    for k in range(2 * KEPT_LINES):
        book.on_notice(Noticed("F3", f"{k}"), NOW + k * S)
    assert len(book.lines) == KEPT_LINES + 1 and book.lines[0].is_in_force


def test_what_happened_before_stands_before_though_it_comes_later():
    book = MessageBook()
    book.on_notice(Noticed("F3", "late"), NOW)
    book.on_message(hold_notice(), NOW - S)
    assert [line.at_ns for line in book.lines] == [NOW - S, NOW]


def test_what_is_acknowledged_stays_so_until_it_happens_again():
    feed = Feed().hear(refused())
    feed.state.acknowledge(feed.lines()[0].number)
    assert feed.lines()[0].is_acknowledged
    assert not feed.hear(refused()).lines()[0].is_acknowledged


def test_alarms_stand_above_newer_lines_until_they_end_or_are_acknowledged():
    feed = Feed().hear(gate(time_step=3.0)).hear(hold_notice(), refused(), roll_back(), at_s=11.0)
    messages = feed.state.snapshot(11 * S).messages
    shown = [message_text(line).text[:9] for line in first_lines(messages, 3)]
    assert shown == ["clock or ", "ROLL-BACK", "REFUSED a"]
    feed.state.acknowledge(max(line.number for line in messages))
    shown = first_lines(feed.state.snapshot(11 * S).messages, 3)
    assert [message_text(line).text[:9] for line in shown] == ["ROLL-BACK", "REFUSED a", "HOLD: HOL"]


def test_a_persons_newest_act_is_seen_however_many_alarms_there_are():
    feed = Feed()
    for role in ("predictor", "planner", "haptics"):
        feed.hear(Beat(role=role, configuration=b""))
    feed.hear(gate(), at_s=20.0)
    lines = feed.lines(PILOT._replace(pending=PendingAct("disarm", "", "", 20 * S)), at_s=20.0)
    assert isinstance(first_lines(list(reversed(lines)), 3)[-1].what, PendingAct)


def test_what_is_no_news_is_no_line():
    quiet = (gate(), gate(), bridge(), telemetry(NOW), WORLD, Lease(holder="", until_ns=0))
    assert Feed().hear(*quiet).texts() == []


TO_PLACE = ProposedWorld(
    change=BodyPlaced("target", (0.0, 0.02, 0.0), (1.0, 0.0, 0.0, 0.0)),
    digest=b"d",
    by="person",
    until_ns=NOW + S,
)
WORDS = "target stands y +20 mm from its file"


def test_a_proposed_update_is_told_once_and_how_it_ends():
    taken = ActReply(act="ConfirmWorld", accepted=True, reason="", detail="", to="console", number=1)
    proposed = f"world update proposed by person: {WORDS}"
    asked = Feed().hear(gate(), gate(proposed=TO_PLACE), gate(proposed=TO_PLACE))
    assert asked.texts() == [proposed]
    assert asked.hear(taken, gate()).texts() == [
        f"world update confirmed by console, every verdict before it is void: {WORDS}",
        proposed,
    ]
    assert Feed().hear(gate(proposed=TO_PLACE), gate()).texts()[0] == f"world update not confirmed: {WORDS}"


def test_an_update_of_the_world_is_told_once_in_its_words():
    book, moved = MessageBook(), BodyPlaced("target", (0.0, 0.02, 0.0), (1.0, 0.0, 0.0, 0.0))
    words = "target stands y +20 mm from its file"
    book.on_message(World(version=5, configuration=b""), 0)
    for at_ns in (1, 2):
        updates = WorldUpdates(1, (moved,))
        book.on_message(World(version=6, configuration=b"", detail=words, updates=updates), at_ns)
    assert [line.what for line in book.lines] == [WorldChanged("", words)]
    assert [line.count for line in book.lines] == [1]
