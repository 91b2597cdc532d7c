"""The go / no-go poll: all who are asked have to say GO before anything may leave."""

from planner.gate.set_points.copies_and_keys import StateKey
from planner.gate.set_points.policy import Doubt
from telemetry.agreed.reasons import Reason


class Poll:
    """The words of those who are asked; each counts until another one, and none outlives the gate."""

    def __init__(self, asked: tuple[str, ...]) -> None:
        """Start before anybody has said a word; without anybody to ask nothing waits for it."""
        self._asked = asked
        self._words: dict[str, bool] = {}

    def on_word(self, participant: str, *, go: bool) -> Doubt | None:
        """Take GO or NO-GO, or say why it does not count."""
        if participant not in self._asked:
            return Doubt(Reason.NOT_ASKED, f"asked: {', '.join(self._asked) or 'nobody'}")
        self._words[participant] = go
        return None

    @property
    def objection(self) -> Reason | None:
        """Why nothing may leave; None: all who are asked have said GO."""
        return None if all(self._words.get(name) for name in self._asked) else Reason.NO_GO

    @property
    def words(self) -> tuple[tuple[str, bool | None], ...]:
        """Everybody who is asked, and the word; None: none yet."""
        return tuple((name, self._words.get(name)) for name in self._asked)

    @property
    def text(self) -> str:
        """Whose GO is missing, for people."""
        answers = {None: "has not answered", False: "says NO-GO"}
        return ", ".join(f"{name} {answers[word]}" for name, word in self.words if not word)

    @property
    def key(self) -> StateKey:
        """What has been said, and by whom."""
        return (self._asked, tuple(sorted(self._words.items())))
