"""Authority: lease, arming, HOLD and the way out of it (invariants 11, 19)."""

from ground.audit.account import ARMS, Account, Armed, Newest
from ground.audit.law import HOLD_NS, LEASE_NS, SECOND, SLACK_NS, Body

QUIET_NS = SECOND  # nothing unconfirmed for so long before a plan is armed
ACTS = (*ARMS, "ResumeAct", "Disarm", "Confirm", "ArmCritical", "Operate")
LATCHED_BY_HOLD, SOMEBODY = "hold_commanded", "somebody"
Press = tuple[str, int, int]


class AuthorityAudit:
    """The account of lease, arming and HOLD."""

    def __init__(self, account: Account) -> None:
        """Begin with the lease free."""
        self._account = account
        self._presses: Newest[Press, None] = Newest(account.kept)  # that this life of the gate has been given
        self._by_script = self._leaving = False  # a script has pressed, a person has resumed: for one latch
        self._is_latched = False
        self._pressed_ns: int | None = None  # newest press behind which no latch has begun
        self._session = 0  # of who holds the lease
        self._asks_over: tuple[str, int] | None = None  # who asked to take it over, in which session

    def on_restart(self, at_ns: int, *, keeps_store: bool) -> None:
        """Forget the presses that the gate has forgotten, and without its store whose they were."""
        self._presses.clear()
        self._by_script, self._leaving = self._by_script and keeps_store, self._leaving and keeps_store

    def on_heard_LeaseRequest(self, at_ns: int, body: Body, sender: str) -> None:
        """Give the lease if it is free, or renew it; a take-over waits for the gate's answer."""
        account, session = self._account, body.get("session", 0)
        if sender in account.law.scripts and account.person_holds:
            return
        if account.holder in ("", sender) or at_ns >= account.lease_until_ns:
            if (account.holder, self._session) != (sender, session):
                account.armed = None
            self._give(at_ns, sender, session)
        elif body.get("take_over"):
            self._asks_over = sender, session

    def on_heard_BridgeReport(self, at_ns: int, body: Body, sender: str) -> None:
        """Take a press that the gate may not have received itself."""
        press = body["hold"]
        if press is None or _press(press) in self._presses:
            return
        if press["actor"] == self._account.law.asks:
            self._presses[_press(press)] = None  # its own, which it has given the bridge
            self._by_script = True
        else:
            self.on_heard_HoldCommand(at_ns, press, sender)

    def on_heard_HoldCommand(self, at_ns: int, body: Body, sender: str) -> None:
        """End the arming, and the lease of a script if a person pressed."""
        account = self._account
        self._presses[_press(body)] = None
        account.held_by, account.armed = body["actor"], None
        self._pressed_ns = at_ns
        if body["actor"] in account.law.scripts:
            self._by_script = True
        else:
            self._on_person_hold()

    def on_heard_Telemetry(self, at_ns: int, body: Body, sender: str) -> None:
        """Take a latch by a HOLD that the gate was never given: a person's if no script has pressed."""
        account = self._account
        if account.on_board is not body:
            return  # not believed
        was_latched, self._is_latched = self._is_latched, body["latched"]
        self._take_arrival(at_ns, begins=body["latched"] and not was_latched)
        if was_latched and not body["latched"]:
            self._leaving = False
        elif (
            body["latched"]
            and body["latch_reason"] == LATCHED_BY_HOLD
            and not (account.person_holds or self._leaving or self._by_script)
        ):
            account.held_by = account.held_by or SOMEBODY
            self._on_person_hold()

    def _take_arrival(self, at_ns: int, *, begins: bool) -> None:
        """Take that a latch begins, or that a press has been lost: what never latched waits for no resume."""
        if begins:
            self._pressed_ns = None
        elif self._pressed_ns is not None and not self._is_latched and at_ns - self._pressed_ns > HOLD_NS:
            self._pressed_ns = self._account.held_by = None

    def _on_person_hold(self) -> None:
        account = self._account
        account.person_holds, self._leaving = True, False
        account.holder = "" if account.holder in account.law.scripts else account.holder

    def on_sent_HoldCommand(self, at_ns: int, body: Body) -> None:
        """Take that the gate itself asks for HOLD: the latch by it is no person's."""
        self._by_script = True

    def on_sent_ActReply(self, at_ns: int, body: Body) -> None:
        """Judge an act that was accepted."""
        account = self._account
        if body["act"] == "LeaseRequest":
            self._on_lease_reply(at_ns, body)
        elif not body["accepted"]:
            if body["act"] in ARMS and body["reason"] == "release_log":
                account.armed = None
        elif body["act"] in ACTS:
            self._judge_act(at_ns, body["act"], body["to"])

    def _on_lease_reply(self, at_ns: int, body: Body) -> None:
        """Hand the lease over if that was asked for and accepted; judge whether it might be."""
        if self._asks_over is None or self._asks_over[0] != body["to"]:
            return
        account, (participant, session), self._asks_over = self._account, self._asks_over, None
        if not body["accepted"]:
            return
        if participant in account.law.scripts:
            account.find(at_ns, "lease", f"the script {participant!r} took the lease over")
        is_at_rest = account.confirmed_ns is not None and at_ns - account.confirmed_ns >= QUIET_NS - SLACK_NS
        is_held = account.held_by is not None or bool(account.on_board and account.on_board["latched"])
        if account.last is not None and not is_at_rest and not is_held:
            account.find(at_ns, "lease", f"{participant!r} took the lease over while the arm moved")
        account.armed = None
        self._give(at_ns, participant, session)

    def _give(self, at_ns: int, participant: str, session: int) -> None:
        account = self._account
        if account.holder != participant:
            account.last_heard_ns.pop("operator", None)
        account.holder, account.lease_until_ns = participant, at_ns + LEASE_NS
        self._session = session

    def _judge_act(self, at_ns: int, act: str, participant: str) -> None:
        account = self._account
        if act != "Confirm" and not account.has_lease(participant, at_ns):
            account.find(
                at_ns, "lease", f"{act} of {participant!r} was taken, the lease is {account.holder!r}'s"
            )
        if act == "ResumeAct" and account.person_holds:
            if participant in account.law.scripts:
                account.find(at_ns, "person", "the script resumes from a person's HOLD")
            account.person_holds = False
        if act == "ResumeAct":  # what is pressed from now on comes behind it; at rest nothing is left
            self._by_script, self._leaving = False, self._is_latched
        if act in ARMS:
            self._judge_arming(at_ns, act)
            account.armed = Armed(act, participant, at_ns)
        if act == "Disarm":
            account.armed = None

    def _judge_arming(self, at_ns: int, act: str) -> None:
        account = self._account
        if account.held_by is not None:
            account.find(
                at_ns, "hold", f"{act} was taken, and no resume followed the HOLD of {account.held_by}"
            )
        rest_ns = 0 if account.confirmed_ns is None else at_ns - account.confirmed_ns
        if act == "ArmPlan" and rest_ns < QUIET_NS - SLACK_NS:
            account.find(at_ns, "quiet", f"a plan was armed {rest_ns / 1e6:.0f} ms after the rest")

    def on_sent_HoldNotice(self, at_ns: int, body: Body) -> None:
        """End the arming."""
        self._account.armed = None

    def on_sent_RollBack(self, at_ns: int, body: Body) -> None:
        """End the arming."""
        self._account.armed = None

    def on_sent_Motion(self, at_ns: int, body: Body) -> None:
        """Judge whether anybody may let a set-point leave."""
        account, point = self._account, body["set_point"]
        number = point["epoch"], point["seq"]
        if point["kind"] != "motion":
            return
        if account.armed is None:
            account.find(at_ns, "armed", f"{number} left disarmed")
        elif not account.has_lease(account.armed.participant, at_ns):
            armed = account.armed.participant
            account.find(at_ns, "lease", f"{number} left under {armed!r}, the lease is {account.holder!r}'s")
        if account.held_by is not None:
            account.find(at_ns, "hold", f"{number} left after the HOLD of {account.held_by!r}")
        if account.person_holds:
            account.find(at_ns, "person", f"{number} left before a person resumed")


def _press(body: Body) -> Press:
    """Return what tells one press of HOLD from another."""
    return body["actor"], body["pressed_ns"], body["nonce"]
