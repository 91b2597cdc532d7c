"""The strip: what waits for a person, in one line of fixed height, with its answers in fixed places.

    ▲ HELD by hold: resume when it is safe.                            [           ] [RESUME  F10]
    ▲ End this pass? 3 commands wait, 2 in flight: it is ...  [GO ON  Shift+F10] [END PASS  F10]

What is to be known of the screen itself comes first: that it is old, or that its run is over.  What does not
fit stands in the tooltip.  An answer counts only to what a person can have read: a question
that has just come takes none.
"""

from collections.abc import Callable, Set
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout

from ground.console.facts.handover import Handover
from ground.console.facts.message_book import Noticed
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import theme
from ground.console.texts.questions import NOTHING_ASKED, Question, RefuseShown, answers_of, question
from ground.console.widgets.action_button import add_key, button
from ground.console.widgets.elided_text import ElidedText
from telemetry.agreed.participants import CONSOLE
from telemetry.agreed.world_words import update_text
from telemetry.messages.world import ProposedWorld

HEIGHT_PX, ANSWER_PX = 24, 216
READ_NS = 400_000_000  # a question that is newer has been read by nobody
ANSWER_KEYS = ("F10", "Shift+F10")
REFUSED = "refused here, and nothing changes: {} lapses by itself"
JUST_CHANGED = "what is asked has just changed: read it, then answer"


class Strip(QFrame):
    """What waits for a person."""

    def __init__(
        self,
        handover: Handover,
        scripts: Set[str],
        clock: Callable[[], int],
        *,
        close: Callable[[], None],
        seat: str = CONSOLE,
    ) -> None:
        """Hand on what a person answers.

        Args:
            handover: takes the answers.
            scripts: who goes on without a person.
            clock: returns the time of the run [ns].
            close: closes the window.
            seat: role of who sits here; an observer reads what is waited for.
        """
        super().__init__()
        self._handover, self._scripts, self._clock = handover, scripts, clock
        self._close, self._seat = close, seat
        self._closing, self._is_ending = "", False  # what is asked, empty: nobody wants to close; or to end
        self._refused: ProposedWorld | None = None  # here
        self._since_ns: int | None = None  # of a question that this window has not asked by itself
        self.question, self._alarm = NOTHING_ASKED, ("", theme.BAD)
        self.setObjectName("panel")
        self.setFixedHeight(HEIGHT_PX)
        self.text = ElidedText(14, bold=True)
        self.answers = tuple(button("", partial(self.answer, k), "answer") for k in range(len(ANSWER_KEYS)))
        line = QHBoxLayout(self)
        line.setContentsMargins(8, 1, 2, 1)
        line.setSpacing(4)
        line.addWidget(self.text, 1)
        for key in reversed(self.answers):
            key.setFixedSize(ANSWER_PX, HEIGHT_PX - 4)
            line.addWidget(key, 0, Qt.AlignmentFlag.AlignRight)
        add_key(ANSWER_KEYS[1], lambda: self.answer(1), self, is_global=True)  # the first: key grid
        self._show(NOTHING_ASKED)

    def show_alarm(self, text: str, *, colour: str = theme.BAD) -> None:
        """Show from the next drawing on what is to be known of this screen itself; empty: nothing."""
        self._alarm = text, colour

    def ask_to_close(self, text: str) -> None:
        """Ask whether the window is to be closed."""
        self._closing = text
        self._ask_now("close", self._handover.newest)

    def end_pass(self) -> None:
        """Ask whether the pass is to be ended, and tell what is in flight."""
        self._is_ending = True
        self._ask_now("end pass", self._handover.newest)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show what waits for a person now."""
        asked = question(
            snapshot,
            self._scripts,
            now_ns,
            closing=self._closing,
            is_ending=self._is_ending,
            refused=self._refused,
        )
        self._show(asked._replace(answers=answers_of(asked, self._seat)))

    def answer(self, number: int) -> None:
        """Answer by the first key, 0, or the second one, 1; without such an answer nothing happens."""
        if number >= len(self.question.answers) or not self.question.answers[number].text:
            return
        if self._since_ns is not None and self._clock() - self._since_ns < READ_NS:
            self._handover.act(Noticed(ANSWER_KEYS[number], JUST_CHANGED))
            return
        match self.question.answers[number].act:
            case "stay":
                self._closing = ""
            case "go on flying":
                self._is_ending = False
            case RefuseShown(proposed=proposed):
                self._refused = proposed
                self._handover.act(Noticed("world update", REFUSED.format(update_text(proposed.change))))
            case "close" if self._closing:
                self._close()
            case "end":
                self._is_ending = False
                self._handover.act("end")
            case act:
                self._handover.act(act)
        self._redraw()

    def _ask_now(self, what: str, snapshot: Snapshot | None) -> None:
        self._redraw()
        self._handover.act(Noticed(what, self.question.text))

    def _redraw(self) -> None:
        snapshot = self._handover.newest or Snapshot(at_ns=0)
        self.draw(snapshot, snapshot.time_ns(self._clock()))

    def _show(self, asked: Question) -> None:
        if asked.answers != self.question.answers:
            is_own = bool(self._closing) or self._is_ending
            self._since_ns = None if is_own else self._clock()
        self.question = asked
        look = theme.look("warning") if asked.is_asked else theme.look("under way")
        alarm, alarm_colour = self._alarm
        if alarm and not self._closing:
            self.text.show_text(f"{theme.COLOUR_SYMBOLS.get(alarm_colour, '')} {alarm}".strip(), alarm_colour)
        else:
            colour = look.colour if asked.is_asked else theme.DIM
            self.text.show_text(f"{look.symbol} {asked.text}" if asked.text else "", colour)
        for key, name, place in zip(self.answers, ANSWER_KEYS, range(len(self.answers)), strict=True):
            is_there = place < len(asked.answers) and bool(asked.answers[place].text)
            key.setVisible(is_there)
            if is_there:
                key.setText(f"{asked.answers[place].text}  {name}")
