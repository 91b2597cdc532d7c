"""A gate that starts again begins in an epoch above any ever used, and is armed anew (invariant 9)."""

from ground.audit.account import Account
from ground.audit.law import Body


class RestartsAudit:
    """The account of epochs over the lives of the gate."""

    def __init__(self, account: Account) -> None:
        """Begin with no epoch."""
        self._account = account
        self._newest = 0
        self._used = -1  # by the lives before this one

    def on_restart(self, at_ns: int, *, keeps_store: bool) -> None:
        """Take that all epochs so far are used up."""
        self._used = self._newest if keeps_store else self._used

    def on_sent_GateStatus(self, at_ns: int, body: Body) -> None:
        """Take the epoch that is in use."""
        self._newest = max(self._newest, body["epoch"])

    def on_sent_ResumeCommand(self, at_ns: int, body: Body) -> None:
        """Judge the epoch of a resume."""
        self._judge(at_ns, body["epoch"])

    def on_sent_Queued(self, at_ns: int, body: Body) -> None:
        """Judge the epoch of an entry."""
        self._judge(at_ns, body["entry"]["epoch"])

    def _judge(self, at_ns: int, epoch: int) -> None:
        self._newest = max(self._newest, epoch)
        if epoch <= self._used:
            self._account.find(at_ns, "restart", f"epoch {epoch} was used before the gate started again")
