"""Prompts below the top bar: what waits for a person, with the keys to answer; they cover nothing.

    close this console?                [close] [stay]  after somebody wanted to close it
    end the pass while the arm moves?  [END PASS] [GO ON FLYING]  after End pass was pressed
    HELD by ...                        [RESUME]        while only a person goes on
    clock or delay have stepped by ... [CONFIRM]       while the gate waits for it
    step 3, hold point: ...    [GO ON] [END PLAN]      while a step of a plan asks a second person

One at a time, the first of these, so that HOLD and the figures keep their room on a small screen.
"""

from collections.abc import Callable, Set

from PySide6.QtWidgets import QHBoxLayout, QPushButton

from ground.console.facts.handover import Handover, TimeStep
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats, theme
from ground.console.widgets.figure import TitledBox, Value
from telemetry.agreed.authority import State
from telemetry.messages.plan import StepRelease, StepReport

CLOSE_QUESTION = "Close this console? The run goes on without it, and `farhand console` opens it again."
END_QUESTION = "End this pass? {}: it is disarmed, stops, and the pass is over once it is confirmed at rest."
END_AT_REST_QUESTION = "End this pass? The arm is at rest by now: the pass is over at once."
CLOSE_FLIGHT_QUESTION = "Close this console? It flies this pass: HOLD is sent first, and the run ends."


class Prompt(TitledBox):
    """One line of text and its keys; hidden as long as it has nothing to say."""

    def __init__(self, keys: dict[str, Callable[[], None]]) -> None:
        """Start hidden."""
        super().__init__("")
        self.text = Value(14, wraps=True)
        line = QHBoxLayout()
        line.addWidget(self.text, 1)
        self.keys = {name: QPushButton(name) for name in keys}
        for name, key in self.keys.items():
            key.setObjectName("answer")
            key.clicked.connect(keys[name])
            line.addWidget(key)
        self.rows.addLayout(line)
        self.show_text("")

    def show_text(self, text: str) -> None:
        """Show a text; empty: hide."""
        self.setVisible(bool(text))
        if text:
            self.text.show_text(text, colour=theme.WARN)


class Prompts:
    """The prompts of a window."""

    def __init__(
        self, handover: Handover, close: Callable[[], None], scripts: Set[str], *, acts: bool = True
    ) -> None:
        """Hand on what a person answers.

        Args:
            handover: takes the answers.
            close: closes the window.
            scripts: who goes on without a person.
            acts: True if who sits here may answer; an observer reads what is waited for.
        """
        self._handover, self._scripts = handover, scripts
        self._step_s: float | None = None
        self._asked: StepReport | None = None  # a step of a plan that asks
        self._closing, self._is_ending = "", False  # what is asked, empty: nobody wants to close; or to end
        self.closing = Prompt({"close": close, "stay": self._stay})
        self.ending = Prompt({"END PASS": self._end, "GO ON FLYING": self._keep_flying} if acts else {})
        self.resume = Prompt({"RESUME": lambda: handover.act("resume")} if acts else {})
        self.confirm = Prompt({"CONFIRM": self._confirm} if acts else {})
        answers = {"GO ON": lambda: self._answer(go_on=True), "END PLAN": lambda: self._answer(go_on=False)}
        self.step = Prompt(answers if acts else {})
        self.all = (self.closing, self.ending, self.resume, self.confirm, self.step)

    def ask_to_close(self, question: str) -> None:
        """Ask whether the window is to be closed."""
        self._closing = question
        self._show_first(question)

    def end_pass(self) -> None:
        """End the pass; ask before, unless the arm is known to be at rest."""
        moving = _moving_text(self._handover.newest)
        if not moving:
            self._end()
        elif not self._closing:
            self._is_ending = True
            self._show_first("", END_QUESTION.format(moving))

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show what waits for a person now."""
        if snapshot.over_ns is not None:
            return self._show_first()  # nobody waits for anybody any more
        gate = None if snapshot.is_replay else snapshot.authority.gate
        self._step_s = gate.value.time_step if gate else None
        step = snapshot.plan.step
        self._asked = step if gate and step is not None and step.state == "asks" else None
        return self._show_first(
            self._closing,
            _end_question(snapshot) if self._is_ending else "",
            _held_text(snapshot, now_ns, self._scripts),
            _time_step_text(self._step_s),
            _step_question(self._asked),
        )

    def _show_first(self, *texts: str) -> None:
        """Show the first strip that has something to say."""
        first = next((k for k, text in enumerate(texts) if text), None)
        for k, strip in enumerate(self.all):
            strip.show_text(texts[k] if k == first else "")

    def _stay(self) -> None:
        self._closing = ""
        self.closing.show_text("")

    def _end(self) -> None:
        self._keep_flying()
        self._handover.act("end")

    def _keep_flying(self) -> None:
        self._is_ending = False
        self.ending.show_text("")

    def _answer(self, *, go_on: bool) -> None:
        if self._asked is not None:
            asked = self._asked
            self._handover.act(StepRelease(plan=asked.plan, step=asked.step, go_on=go_on))

    def _confirm(self) -> None:
        if self._step_s is not None:
            self._handover.act(TimeStep(self._step_s))


def _end_question(snapshot: Snapshot) -> str:
    """Return the question before the pass is ended, as the arm is now."""
    moving = _moving_text(snapshot)
    return END_QUESTION.format(moving) if moving else END_AT_REST_QUESTION


def _moving_text(snapshot: Snapshot | None) -> str:
    """Return what moves or is on its way up, or that this is not known; empty: the arm is at rest."""
    gate = snapshot.authority.gate if snapshot else None
    if gate is None:
        return "Whether the arm moves is not known"
    status = gate.value
    if status.waiting or status.in_flight:
        return f"{status.waiting} commands wait and {status.in_flight} are under way"
    is_at_rest = status.latched if status.state == State.HELD else status.state == State.REST and status.quiet
    return "" if is_at_rest else "The arm moves, or is not confirmed at rest"


def _step_question(report: StepReport | None) -> str:
    """Return what a second person is asked about a plan; empty: nothing."""
    if report is None:
        return ""
    return f"{report.plan}, step {report.step}, {formats.words(report.kind)}, asks: {report.detail}"


def _time_step_text(step_s: float | None) -> str:
    if step_s is None:
        return ""
    step = formats.seconds(step_s, 2)
    return f"On-board clock or delay have stepped by {step}: confirm if that is known."


def _held_text(snapshot: Snapshot, now_ns: int, scripts: Set[str]) -> str:
    """Return what a person's RESUME would leave; empty: nothing, or the script does it."""
    gate = snapshot.authority.gate
    if gate is None or snapshot.is_replay:
        return ""
    if snapshot.is_resuming:
        return "HELD: RESUME is on its way, and telemetry has to show the latch gone."
    if gate.value.held_by:
        flies = snapshot.pilot is not None and snapshot.pilot.flies
        waits = "resume when it is safe" if flies else "the script waits until a person resumes"
        return f"HELD by {gate.value.held_by}: {waits}."
    holder = snapshot.authority.holder(now_ns)
    if gate.value.state != State.HELD or holder in scripts:
        return ""
    return f"HELD, and {holder or 'nobody'} has the authority: resume when it is safe."
