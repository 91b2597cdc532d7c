"""How a run begins and how it ended, on the screen: nothing is dark, and nothing just vanishes."""

import msgspec
import pytest
from PySide6.QtWidgets import QApplication, QLabel
from screen_bench import RUN, S, arm, desks, flat_window, gate, roll_back, telemetry
from test_console_feed import feed

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from telemetry.messages.health import Finding, ProcessNow, RunEnd, RunStage
from tests.tell import tell

pytestmark = pytest.mark.gl

OVER_NS = 10 * S
NAMES = ("recorder", "bridge", "space_segment")
END = RunEnd(
    verdict="OFF-NOMINAL",
    rule="1 failure among its findings",
    findings=(
        Finding(
            severity="failure",
            at=9.0,
            text="completed is no, expected yes",
            reason="operator died (killed by SIGKILL) and was not back",
            cure="read its log",
        ),
    ),
    more=2,
    recording="/runs/pass/recording.mcap",
)


def stage(name, *, ready=0, over_ns=None, event=""):
    states = ["ready"] * ready + ["starting"] * (len(NAMES) - ready)
    processes = tuple(ProcessNow(role=n, state=s) for n, s in zip(NAMES, states, strict=True))
    return RunStage(stage=name, elapsed=12.4, processes=processes, over_ns=over_ns, event=event)


OVER = stage("stopping", ready=3, over_ns=OVER_NS)


class Desk:
    """A window and what it was told."""

    def __init__(self):
        self.now_ns = OVER_NS
        self.state, self.handover = ConsoleState(RUN), Handover()
        self.window = flat_window(self.handover, lambda: self.now_ns)

    def show(self, *messages, draw=None):
        for message in messages:
            self.state.on_message(message, self.now_ns)
        self.handover.publish(self.state.snapshot(self.now_ns))
        for _ in range(10 if draw else 1):  # looks, of which some draw
            (draw or self.window.draw)()
        return self

    @property
    def card(self):
        return self.window.panels["run"]

    @property
    def text(self):
        """All that the card says."""
        return "\n".join(label.text() for label in self.card.findChildren(QLabel) if not label.isHidden())

    @property
    def is_shown(self):
        return not self.card.isHidden()


@pytest.fixture
def desk():
    with desks(Desk) as make:
        yield make()


def test_a_finding_that_needs_no_reason_has_none_and_claims_no_lack_of_data(desk):
    note = Finding(severity="note", at=None, text="all is kept", reason="", cure="")
    desk.show(OVER, msgspec.structs.replace(END, findings=(note,)))
    assert "all is kept" in desk.text
    assert "no data" not in desk.text


def test_before_the_first_tick_of_a_run_its_window_is_told_how_far_it_is():
    handover = Handover()
    tell(feed(handover), stage("compiling"), 0)
    assert handover.newest.run.stage.stage == "compiling"


def test_kernels_that_are_compiled_are_seen_with_their_time(desk):
    desk.show(stage("compiling"))
    assert desk.is_shown and "compiling kernels" in desk.text and "12 s" in desk.text


def test_every_process_is_seen_to_become_ready_and_what_went_wrong_meanwhile(desk):
    desk.show(stage("starting", ready=2, event="bridge died: killed by SIGKILL"))
    assert "2 of 3 processes are ready" in desk.text
    assert "✔\u00a0recorder" in desk.text and "◐\u00a0space\u00a0segment" in desk.text
    assert "bridge died" in desk.text


@pytest.mark.parametrize(
    "told", [(stage("starting", event="bridge died"),), (OVER, END)], ids=["begin", "end"]
)
def test_a_few_lines_are_whole_without_scrolling(desk, told):
    desk.window.resize(1280, 800)
    desk.window.show()
    for _ in range(3):
        desk.show(*told)
        QApplication.processEvents()
    assert desk.card.list.verticalScrollBar().maximum() == 0


def test_the_card_waits_for_the_first_telemetry_and_makes_room_then(desk):
    desk.show(stage("running", ready=3))
    assert "waiting for the first telemetry" in desk.text
    desk.show(telemetry(desk.now_ns - S))
    assert not desk.is_shown


def test_a_card_that_was_not_needed_comes_back_by_itself(desk):
    desk.show(stage("running"), telemetry(OVER_NS))
    assert desk.card.isHidden()
    desk.show(OVER, END, draw=desk.window.look)
    assert not desk.card.isHidden()


def test_at_the_end_verdict_rule_findings_and_recording_are_read_on_the_screen(desk):
    desk.show(OVER, END)
    said = (END.verdict, END.rule, END.findings[0].text, END.findings[0].reason, END.findings[0].cure)
    assert all(text in desk.text for text in (*said, END.recording, "2 more", "T+00:09.0"))


def test_what_is_shown_when_a_run_is_over_grows_no_older_and_no_newer(desk):
    desk.show(gate("held"), arm(OVER_NS), telemetry(OVER_NS - 7 * S // 2), roll_back())
    before = desk.state.snapshot(OVER_NS)
    desk.show(OVER)
    desk.now_ns += 60 * S
    desk.show(gate("rest"), telemetry(desk.now_ns), END)
    after = desk.handover.newest
    assert (after.authority, after.arm) == (before.authority, before.arm)
    assert after.arm.telemetry.age_s(after.time_ns(desk.now_ns)) == pytest.approx(3.5)
    assert desk.window.top.figures["TELEMETRY"].value.text() == "3.5 s ago"


def test_a_run_that_is_over_is_marked_so_and_nothing_can_be_asked_for(desk):
    desk.show(gate("held", held_by="console"), OVER)
    desk.now_ns += 60 * S
    desk.show(END)
    top, strip, keys = desk.window.top, desk.window.strip, desk.window.keys.keys
    assert "RUN OVER" in top.mode.text() and "RUN OVER at T+00:10.0" in desk.window.strip.text.text
    assert not top.hold.button.isEnabled() and "reaches no spacecraft" in top.hold.effect.text()
    assert strip.question.text == "" and all(key.is_grey for key in keys.values())


def test_the_window_of_a_run_that_is_over_is_closed_without_a_question(desk):
    desk.show(OVER, END)
    desk.window.show()
    assert desk.window.close() and desk.window.strip.question.text == ""


def test_a_replay_of_a_run_that_ended_goes_on():
    state = ConsoleState(msgspec.structs.replace(RUN, mode="replay"))
    for message in (OVER, gate("held")):
        state.on_message(message, OVER_NS)
    assert state.snapshot(OVER_NS).authority.gate is not None
