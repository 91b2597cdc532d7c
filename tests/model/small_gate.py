"""The gate of the small model: what becomes of every message, act and tick, as the rules say it.

A rule that is named in `setup.broken` does not hold: so it is seen what each rule is for.
"""

from tests.model.situation import (
    ARMED,
    FILLING,
    HELD,
    MOVING,
    NEVER,
    PLAN,
    REST,
    RETREAT,
    STOPPING,
    TELEOP,
    Arming,
    Open,
    Packet,
    Point,
    Report,
    Situation,
    Verdict,
    Waiting,
)

# What ends motion


def block(s: Situation, why: str = "", *, is_rolled_back: bool = False) -> None:
    """End the arming, if there is one: by the stop if it moves."""
    if s.state not in ARMED:
        return
    is_moving = s.state in MOVING
    s.state = STOPPING if is_moving else REST
    flush(s, why, is_rolled_back=is_rolled_back)
    log(s)
    if is_moving and (s.r is None or not s.r.speed):
        end_stop(s)


def flush(s: Situation, why: str = "", *, is_rolled_back: bool = False) -> None:
    """Empty the queue into a new epoch, disarmed."""
    was_hand = s.armed is not None and s.armed.source == "hand"
    if "flush" not in s.setup.broken:
        s.queue = ()
    disarm(s)
    s.may_rearm = was_hand and (is_rolled_back or why == "let go")
    begin_epoch(s)
    s.released = s.verified = s.clear_from = 0
    s.beyond = frozenset()
    s.was_open = False


def begin_epoch(s: Situation) -> None:
    """Number anew."""
    s.epoch += "new epoch" not in s.setup.broken
    s.stop_seq, s.is_announced = 0, False


def disarm(s: Situation) -> None:
    """Nothing is armed."""
    s.armed, s.is_announced, s.may_rearm, s.quiet = None, False, False, None


def end_stop(s: Situation) -> None:
    """The last sample of the stop has left."""
    s.state = HELD if s.hold_pressed else REST
    s.hold_pressed = False


def log(s: Situation) -> None:
    """Write where the arm is to rest."""
    if not s.is_disk_full and "release log" not in s.setup.broken:
        s.log = (s.epoch, s.r if s.r is not None and not s.r.speed else None)


# People


def end_lease(s: Situation) -> None:
    """End a lease that was not renewed, and the motion with it."""
    if s.holder and s.lease <= 0 and "lease" not in s.setup.broken:
        s.holder = ""
        block(s)


def ask_lease(s: Situation, console: str) -> None:
    """A console asks for the lease."""
    end_lease(s)
    if not s.holder or is_held_by(s, console) or "one holder" in s.setup.broken:
        if console != s.holder:
            s.operator = NEVER
        s.holder, s.lease = console, s.setup.lease


def take_over(s: Situation, console: str) -> None:
    """A console takes the lease over from who holds it: at rest, or after HOLD."""
    end_lease(s)
    if s.holder and s.holder != console and "take over" not in s.setup.broken:
        if s.state != HELD and not (s.state == REST and is_quiet(s)):
            return
    elif s.holder and s.holder != console and s.state in (*ARMED, STOPPING):
        s.law = s.law or "taken over in motion"
    if console != s.holder:
        s.operator = NEVER
    s.holder, s.lease = console, s.setup.lease


def begin_session(s: Situation, console: str) -> None:
    """A console begins anew and asks for the lease: what it held in its life before ends with that."""
    end_lease(s)
    if console == s.holder:
        s.is_fit = False
        if "session" in s.setup.broken:
            s.is_reborn = s.state in ARMED
        else:
            s.holder, s.critical = "", None
            block(s)
    ask_lease(s, console)


def answer_poll(s: Situation, console: str, *, go: bool) -> None:
    """A console says GO or NO-GO; only one that is asked counts, and without it what moves ends."""
    end_lease(s)
    if s.setup.poll and console == "b":
        s.is_go = go
        if not go and "poll" not in s.setup.broken:
            block(s)


def on_beat(s: Situation, console: str) -> None:
    """Somebody sits at a console."""
    if is_held_by(s, console):
        if s.operator > s.setup.operator and "operator" not in s.setup.broken:
            block(s)
        s.operator = 0


def is_held_by(s: Situation, console: str) -> bool:
    """True if it may act."""
    return bool(console) and console == s.holder and s.lease > 0


def dead_man(s: Situation) -> str:
    """Return why the dead-man does not count as pressed."""
    if s.hand > s.setup.hand:
        return "stale"
    return "" if s.is_pressed else "let go"


def on_hand(s: Situation, *, is_pressed: bool) -> None:
    """Take a sample of the handle."""
    before = dead_man(s)
    s.was_open, s.is_pressed, s.hand = s.was_open or not is_pressed, is_pressed, 0
    lost = dead_man(s) or before
    if s.armed and s.armed.source == "hand" and lost and "dead-man" not in s.setup.broken:
        block(s, lost)


def on_hold(s: Situation) -> None:
    """HOLD, pressed by anybody."""
    s.open = (*s.open, Open("hold", s.epoch, 0, 0, accepted=False, age=0))
    if "hold" in s.setup.broken:
        return
    s.hold_pressed = s.state in MOVING or s.state == STOPPING
    if s.state == REST:
        flush(s)
        log(s)
    block(s)
    if s.state == REST:
        s.state, s.hold_pressed = HELD, False


def ask_hold(s: Situation) -> None:
    """The gate itself asks for HOLD: what has left comes too near in the updated world."""
    s.hold_at, s.is_held, s.is_meant = min(s.hold_at, s.tick + 1), True, False
    on_hold(s)


def disarm_act(s: Situation, console: str) -> None:
    """Disarm, asked by a console."""
    end_lease(s)
    if is_held_by(s, console):
        s.critical = None
        block(s)


def resume(s: Situation, console: str) -> Packet | None:
    """RESUME, asked by a console; returns what goes up."""
    end_lease(s)
    report, broken = s.report, s.setup.broken
    is_pending = s.resume_sent is not None and s.resume_sent < s.setup.resume_patience
    is_refused = (
        not is_held_by(s, console)
        or s.state != HELD
        or not s.setup.has_window(s.tick)
        or report is None
        or s.telemetry > s.setup.telemetry
        or (is_open(s, "hold") and "unconfirmed hold" not in broken)
        or not report.is_latched
        or report.mode != "latched"
        or s.r is None
        or bool(s.r.speed)
        or is_pending
    )
    if is_refused:
        return None
    begin_epoch(s)
    s.resume_sent = 0
    s.open = (*s.open, Open("resume", s.epoch, 0, 0, accepted=False, age=0))
    log(s)
    return Packet("resume", None, None, s.epoch)


def arm(s: Situation, console: str, *, source: str, retreat: bool, plan: tuple[Point, ...] = ()) -> bool:
    """Arm a plan, or the hand; True if it is accepted."""
    end_lease(s)
    may_hand = dead_man(s) == "" and s.was_open
    is_ready = is_quiet(s) or (source == "hand" and s.may_rearm and s.state == REST)
    is_refused = (
        not is_held_by(s, console)
        or s.state != REST
        or not s.setup.has_window(s.tick)
        or s.operator > s.setup.operator
        or (s.report is not None and s.report.is_latched)
        or s.pause > 0
        or is_inhibited(s)
        or s.r is None
        or bool(s.r.speed)
        or (retreat != s.is_inside and "inside" not in s.setup.broken)
        or (source == "hand" and not may_hand)
        or (source == "plan" and s.known_world is None)  # its certificate names one
        or not (is_ready or "quiet" in s.setup.broken)
    )
    if is_refused:
        return False
    s.state, s.is_reborn = FILLING, False
    begin_epoch(s)
    s.queue, s.newest_point = (), s.r
    s.released = s.verified = s.clear_from = 0
    s.beyond = frozenset()
    s.armed, s.quiet = Arming(console, source, retreat, 1, plan), None
    log(s)
    return True


def is_quiet(s: Situation) -> bool:
    """True if the arm rests at r, confirmed, for long enough."""
    is_still = s.telemetry <= s.setup.telemetry and s.quiet is not None and s.quiet >= s.setup.quiet
    return is_still and s.r is not None and not s.r.speed and not s.open


def is_open(s: Situation, kind: str) -> bool:
    """True if such a command has not ended."""
    return any(each.kind == kind for each in s.open)


# Predictor, recorder, spacecraft


def is_inhibited(s: Situation) -> bool:
    """True if motion may neither start nor go on."""
    broken, setup = s.setup.broken, s.setup
    return (
        (s.telemetry > setup.telemetry and "telemetry" not in broken)
        or ((not s.is_healthy or s.recorder > setup.recorder) and "recorder" not in broken)
        or (s.predictor > setup.predictor and "predictor" not in broken)
        or (setup.poll and not s.is_go and "poll" not in broken)
    )


def on_recorder(s: Situation, *, is_healthy: bool) -> None:
    """Take the recorder's health."""
    end_lease(s)
    s.recorder, s.is_healthy = 0, is_healthy


def confirm_update(s: Situation, console: str) -> bool:
    """Confirm that the world is another one: no verdict counts any more; True if it is accepted."""
    end_lease(s)
    if not is_held_by(s, console):
        return False
    s.awaits = True
    if "update voids" not in s.setup.broken:
        s.known_world, s.verified, s.clear_from, s.beyond = None, s.released, 0, frozenset()
    return True


def on_world(s: Situation, *, is_inside: bool, ends_motion: bool, is_left_bad: bool = False) -> bool:
    """Take the world that the predictor speaks of; True if all that waits is to be judged anew."""
    is_new = s.awaits or (s.known_world is not None and s.known_world != s.world)
    s.known_world, s.is_inside, s.predictor, s.awaits = s.world, is_inside, 0, False
    if not is_new or "world" in s.setup.broken:
        return False
    if is_left_bad:
        may_hold = s.report is not None and not s.report.is_latched and not is_open(s, "hold")
        ask_hold(s) if may_hold else block(s)
        return False
    if ends_motion:
        block(s)
        return False
    s.verified, s.clear_from, s.beyond = s.released, 0, frozenset()
    return True


def on_contact(s: Situation) -> None:
    """The arm may be touching, as the predictor sees it now."""
    begins = s.contact > s.setup.predictor
    s.contact = 0
    if begins:
        block(s)


def on_verdict(s: Situation, verdict: Verdict) -> None:
    """Take a verdict; one that does not speak of this very queue has no effect."""
    broken, s.predictor = s.setup.broken, 0
    is_named = verdict.epoch == s.epoch or "verdict epoch" in broken
    is_of_world = verdict.world == s.known_world or "world" in broken
    is_known = 0 < verdict.seq <= s.released + len(s.queue)
    if s.state not in ARMED or s.armed is None or not (is_named and is_of_world and is_known):
        return
    is_sound = verdict.is_escape == s.armed.retreat or "escape verdicts" in broken
    if not (verdict.is_ok and is_sound):
        _on_bad(s, verdict)
        return
    if verdict.seq > s.verified:
        s.beyond |= {verdict.seq}
    if "gap" in broken:
        s.verified = max(s.verified, verdict.seq)
    while s.verified + 1 in s.beyond:
        s.verified += 1
        s.beyond -= {s.verified}
    if s.armed.retreat and verdict.is_clear:
        s.clear_from = min(verdict.seq, s.clear_from or verdict.seq)


def _on_bad(s: Situation, verdict: Verdict) -> None:
    if "bad verdict" in s.setup.broken:
        return
    if verdict.seq <= s.released:
        block(s)
        return
    s.roll_backs = (*s.roll_backs, 0)[-3:]
    if len(s.roll_backs) == 3 and s.roll_backs[0] <= s.setup.roll_backs_within:
        s.pause = s.setup.pause
    block(s, is_rolled_back=True)


def on_report(s: Situation, report: Report) -> None:
    """Take a report of the spacecraft."""
    if s.telemetry > s.setup.telemetry:  # nothing is known of where the arm was meanwhile
        s.quiet = None
    s.report, s.telemetry = report, 0
    s.open = tuple(filter(None, (_still_open(s, each, report) for each in s.open)))
    if report.is_latched:
        _on_latch(s, report)
    elif s.state == HELD:
        _on_ready(s, report)
    is_still = s.r is not None and not s.r.speed and not s.open
    s.quiet = (s.quiet or 0) if is_still else None


def _still_open(s: Situation, each: Open, report: Report) -> Open | None:
    """Return what is left to be known of a command."""
    number = (each.epoch, each.seq)
    if each.kind == "hold":
        return None if report.is_latched and each.age >= 2 else each
    if each.kind == "resume":
        return each
    if each.kind == "operation":
        return None if report.operation == number else each
    if number <= report.executed:
        is_proved = each.epoch == report.executed[0] or each.accepted
        if is_proved or each.stream == report.stream:
            return None
    is_accepted = each.accepted or (each.epoch == report.epoch and each.seq <= report.accepted)
    if report.is_latched and is_accepted:
        return None
    return each._replace(accepted=is_accepted)


def _on_latch(s: Situation, report: Report) -> None:
    if "latch" in s.setup.broken:
        return
    pose = Point(report.cell) if report.mode == "latched" else None
    if s.state == HELD:
        if pose is not None and s.r != pose:
            _adopt(s, pose)
        return
    s.state, s.hold_pressed = HELD, False
    flush(s)
    if pose is not None:
        _adopt(s, pose)
    log(s)


def _adopt(s: Situation, pose: Point) -> None:
    if "adopt" not in s.setup.broken:
        s.r = pose
    s.last = None
    log(s)


def _on_ready(s: Situation, report: Report) -> None:
    s.open = tuple(each for each in s.open if each.kind != "resume")
    s.resume_sent = None
    knows_all = s.is_first or s.began >= s.setup.patience
    if not knows_all or is_open(s, "hold"):
        return
    if s.r is None or s.r.speed:
        _adopt(s, Point(report.cell))
    s.state = REST


def expire(s: Situation) -> None:
    """End what left long ago and of which nothing is known."""
    patience = s.setup.patience * (1 if s.telemetry <= s.setup.telemetry else s.setup.blind_factor)
    longer = {"hold": s.setup.hold_patience}
    s.open = tuple(each for each in s.open if each.age <= patience + longer.get(each.kind, 0))


# The tick


def end_unattended(s: Situation, *, is_late: bool) -> None:
    """End the arming if its holder or the window is gone, or the tick is late."""
    setup, broken, armed = s.setup, s.setup.broken, s.armed
    if s.state not in ARMED or armed is None:
        return
    lost = dead_man(s) if armed.source == "hand" and "dead-man" not in broken else ""
    is_out = armed.source == "hand" and 0 < s.clear_from <= s.released
    is_over = (
        (is_late and "late tick" not in broken)
        or not (is_held_by(s, armed.holder) or "lease" in broken or "one holder" in broken)
        or not (setup.has_window(s.tick) or "window" in broken)
        or (s.operator > setup.operator and "operator" not in broken)
        or is_out
    )
    if is_over or lost:
        block(s, "" if is_over else lost)


def has_ended(s: Situation) -> bool:
    """True if r is at rest, the queue is empty, and nothing more is expected."""
    if s.state not in MOVING or s.armed is None or s.queue or s.r is None or s.r.speed:
        return False
    return not s.armed.plan or s.released >= len(s.armed.plan)


def has_to_wait(s: Situation) -> bool:
    """True if the head may not leave yet."""
    broken = s.setup.broken
    if not s.queue:
        return True
    if s.queue[0].age < s.setup.n_d and "wait" not in broken:
        return True
    if s.released + 1 <= s.verified or "unverified" in broken:
        return False
    return not ("time-out" in broken and s.queue[0].age >= s.setup.n_d + 1)


def first_release(armed: Arming) -> str:
    """Return the state that begins with it."""
    if armed.retreat:
        return RETREAT
    return PLAN if armed.plan else TELEOP


def give_credit(s: Situation) -> None:
    """Let one more be proposed while the queue has a place."""
    if s.state not in ARMED or s.armed is None or len(s.queue) > s.setup.n_d:
        return
    s.is_announced = not s.armed.plan or next_seq(s) <= len(s.armed.plan)


def next_seq(s: Situation) -> int:
    """Return the number of the next entry."""
    return s.released + len(s.queue) + 1


def push(s: Situation, point: Point) -> None:
    """Take the entry that was announced."""
    s.is_announced = False
    s.queue, s.newest_point = (*s.queue, Waiting(point, 0)), point
