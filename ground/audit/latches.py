"""After a hold on board nothing moves until a resume with the right epoch and pose (invariants 6, 28)."""

from ground.audit.account import Account
from ground.audit.law import Body, are_same

MOVED = 1e-3  # of the commanded pose of a latched arm, by its own report [rad]


class LatchesAudit:
    """The account of the latch on board, by its reports, and of resumes."""

    def __init__(self, account: Account) -> None:
        """Begin with no report."""
        self._account = account
        self._before: Body | None = None

    def on_sent_ResumeCommand(self, at_ns: int, body: Body) -> None:
        """Judge its pose and epoch; motion may be armed again."""
        account, epoch = self._account, body["epoch"]
        account.held_by, account.commanded_q = None, tuple(body["q"])
        if not any(are_same((pose,), (body["q"],)) for pose in account.reported_poses):
            account.find(at_ns, "resume", "a resume names another pose than the one reported")
        if epoch <= account.last_number[0]:
            account.find(at_ns, "resume", f"a resume of epoch {epoch}, used already")
        account.last_number = (epoch, 0)

    def on_heard_Telemetry(self, at_ns: int, body: Body, sender: str) -> None:
        """Judge a report by the one before it."""
        before = self._before
        if before is not None and body["sampled_ns"] <= before["sampled_ns"]:
            return  # an older one, or another clock
        self._before = body
        if before is None or len(before["hold_q"]) != len(body["hold_q"]):
            return
        executed = body["executed_epoch"], body["executed"]
        executed_before = before["executed_epoch"], before["executed"]
        if executed < executed_before and executed != (0, 0):  # a reset counts anew
            self._account.find(at_ns, "order", f"{executed} was executed after {executed_before}")
        if before["mode"] == body["mode"] == "latched":
            self._judge_latched(at_ns, before, body)

    def _judge_latched(self, at_ns: int, before: Body, body: Body) -> None:
        if (body["executed_epoch"], body["executed"]) not in (
            (before["executed_epoch"], before["executed"]),
            (0, 0),
        ):
            number = body["executed_epoch"], body["executed"]
            self._account.find(at_ns, "latch", f"{number} was executed out of the latch")
