"""What goes up: nothing but what the gate has released, each repeat as it was (invariant 6)."""

from collections import deque

from ground.audit.account import Account, Newest
from ground.audit.law import Body, Number, number_of


class RepeatsAudit:
    """The account of set-points and resumes as they left."""

    def __init__(self, account: Account) -> None:
        """Begin with nothing."""
        self._account = account
        self._points: Newest[Number, Body] = Newest(account.kept)
        self._commands = deque[Body](maxlen=account.kept)  # resumes, and those that move nothing

    def on_sent_Motion(self, at_ns: int, body: Body) -> None:
        """Keep a set-point, and judge the one that is repeated."""
        self._judge(at_ns, body["repeat"], "was repeated")
        self._points[number_of(body["set_point"])] = body["set_point"]

    def on_sent_Keep(self, at_ns: int, body: Body) -> None:
        """Judge what is repeated: it moves nothing."""
        self._judge(at_ns, body["repeat"], "was repeated")

    def on_sent_ResumeCommand(self, at_ns: int, body: Body) -> None:
        """Keep a resume."""
        self._commands.append(body)

    def on_sent_OperationCommand(self, at_ns: int, body: Body) -> None:
        """Keep a command that moves nothing."""
        self._commands.append(body)

    def on_up_Motion(self, at_ns: int, body: Body) -> None:
        """Judge both set-points of a packet."""
        for point in (body["set_point"], body["repeat"]):
            self._judge(at_ns, point, "went up")

    def on_up_Keep(self, at_ns: int, body: Body) -> None:
        """Judge the set-point that a packet repeats."""
        self._judge(at_ns, body["repeat"], "went up")

    def on_up_ResumeCommand(self, at_ns: int, body: Body) -> None:
        """Judge a resume."""
        if body not in self._commands:
            epoch = body["epoch"]
            self._account.find(at_ns, "up", f"a resume of epoch {epoch} went up that the gate had not sent")

    def on_up_OperationCommand(self, at_ns: int, body: Body) -> None:
        """Judge a command that moves nothing."""
        if body not in self._commands:
            text = f"command {number_of(body)} went up that the gate had not sent"
            self._account.find(at_ns, "up", text)

    def _judge(self, at_ns: int, point: Body | None, how: str) -> None:
        if point is not None and self._points.get(number_of(point)) != point:
            text = f"{number_of(point)} {how}, and the gate had not released it so"
            self._account.find(at_ns, "up", text)
