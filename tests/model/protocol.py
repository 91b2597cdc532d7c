"""One tick of the small model: what happens around the gate, in this order, and the laws that it must keep.

    space link and spacecraft --> consoles, handle, recorder, predictor, report, verdicts, one act
                              --> the gate's tick --> the operator's or planner's next set-point

A law that is broken is named in `situation.law`: nothing too near leaves, nothing that was not armed, no
number twice, nothing early, and the arm goes through no other place than the one that it was verified for.
"""

from typing import NamedTuple

from tests.model import critical
from tests.model import small_gate as gate
from tests.model.situation import (
    ARMED,
    FAR,
    FILLING,
    NEVER,
    REST,
    STOPPING,
    Open,
    Packet,
    Point,
    Report,
    SetPoint,
    Situation,
    Verdict,
    Waiting,
)

NEAREST = 2  # cells between arm and obstacle that usual motion keeps
CAP = 90


class Happens(NamedTuple):
    """What happens in one tick; as it stands it is the nominal one."""

    consoles: str = "a"  # that ask for the lease and beat, in this order
    hand: str = "open"  # open, pressed or silent
    recorder: str = "healthy"  # healthy, full or silent
    predictor: bool = True  # it says which world it sees
    telemetry: bool = True
    verdicts: str = "new"  # new, none, bad, unsound, or the number of an old one
    act: str = ""  # arm, hand, retreat (by hand), disarm, resume, hold, take over, ...: `traces.ACTS`
    by: str = "a"
    plan: tuple[int, ...] = ()  # speeds, one after the other; it ends at rest
    step: int | None = 0  # speed that the hand asks for; None: neither hand nor plan proposes anything
    world: str = ""  # moves, or ends motion
    link: str = ""  # lost, twice
    board: str = ""  # latches by itself
    tick: str = ""  # full disk, crash
    ticks: int = 1  # more: the gate was stopped for so long


NOMINAL = Happens()


def after(s: Situation, happens: Happens) -> Situation:
    """Return the situation one tick later."""
    then = s.copy()
    then.left = then.resumed = then.fired = None
    then.is_left_bad = False
    for missed in reversed(range(happens.ticks)):
        then.tick += 1
        fly(then, happens, is_last=not missed)
        if missed:
            then.down = report(then) if then.setup.has_window(then.tick) else None
    age(then, happens.ticks)
    if happens.tick == "crash":
        crash(then)
    hear(then, happens)
    sent = act(then, happens)
    critical.review(then)
    gate_tick(then, happens, sent)
    propose(then, happens)
    return then


# Link and spacecraft


def fly(s: Situation, happens: Happens, *, is_last: bool) -> None:
    """Let the spacecraft take what has arrived, move on, and report."""
    arrived = s.up
    if not s.setup.has_window(s.tick):
        arrived = ()
    s.silent = 0 if arrived else min(s.silent + 1, CAP)
    s.up, s.again = s.again, ()
    for packet in arrived:
        _receive(s, packet)
    _execute(s, is_struck=is_last and happens.board == "latches")
    s.hold_at = FAR if s.tick >= s.hold_at else s.hold_at


def _receive(s: Situation, packet: Packet) -> None:
    broken = s.setup.broken
    if packet.kind == "operation":
        _operate(s, (packet.epoch, packet.seq))
        return
    if packet.kind == "resume":
        is_newer = (packet.epoch, 0) > s.newest or "resume epoch" in broken
        if s.is_latched and s.mode == "latched" and is_newer and s.tick < s.hold_at:
            if (packet.epoch, 0) <= s.newest:
                s.law = s.law or "an old resume counts"
            s.is_latched, s.mode, s.on_board, s.is_held = False, "ready", (), False
            s.newest, s.resumed_epoch = max(s.newest, (packet.epoch, 0)), packet.epoch
        return
    for point in (packet.repeat, packet.point):
        if point is None or (s.is_latched and "board latch" not in broken):
            continue
        number = (point.epoch, point.seq)
        if number <= s.newest and "board numbers" not in broken:
            continue
        if point.at < s.tick and "board numbers" not in broken and "board latch" not in broken:
            _latch(s)
            continue
        s.newest = max(s.newest, number)
        s.on_board = (*s.on_board, point._replace(at=max(point.at, s.tick)))


def _operate(s: Situation, number: tuple[int, int]) -> None:
    """Do a command without motion, or refuse it: each number once."""
    if number <= s.done and "board operations" not in s.setup.broken:
        return
    is_refused = s.is_latched or number[0] < s.resumed_epoch or s.on_board or s.mode != "ready"
    if not is_refused and number <= s.done:
        s.law = s.law or "executed twice"
    s.done = max(s.done, number)


def _latch(s: Situation) -> None:
    s.is_latched, s.on_board = True, ()
    s.mode = "stopping" if s.arm.speed else "latched"


def _execute(s: Situation, *, is_struck: bool) -> None:
    """Move on by one tick."""
    broken = s.setup.broken
    if s.is_latched and "board latch" not in broken:
        s.arm, s.mode = Point(s.arm.end), "latched"
        return
    is_silent = s.silent > s.setup.silence
    due = [point for point in s.on_board if point.at <= s.tick]
    s.on_board = tuple(point for point in s.on_board if point.at > s.tick)
    if s.tick >= s.hold_at or is_silent or is_struck or (s.arm.speed and not due):
        if "board latch" not in broken or s.tick >= s.hold_at:
            _latch(s)
        s.arm = Point(s.arm.end)
        return
    for point in due:
        if (point.epoch, point.seq) <= s.executed:
            s.law = s.law or "executed twice"
        if not follows(s.arm, point.point):
            if "board latch" not in broken:
                _latch(s)
                return
            s.law = s.law or "the arm jumps"
        s.arm, s.executed, s.executed_stream = point.point, (point.epoch, point.seq), point.stream


def next_point(before: Point, speed: int) -> Point:
    """Return where a wish for a speed leads in one tick: on, to rest, or from rest to that speed."""
    if before.speed:
        return Point(before.end, before.speed if speed == before.speed else 0)
    return Point(before.cell + speed, speed)


def way(before: Point, speeds: tuple[int, ...]) -> tuple[Point, ...]:
    """Return the points of a plan, which ends at rest."""
    points = []
    for speed in speeds:
        before = next_point(before, speed)
        points.append(before)
    return (*points, next_point(before, 0)) if before.speed or not points else tuple(points)


def follows(before: Point, point: Point) -> bool:
    """True if one tick leads from one point to another."""
    if before.speed:
        return point.cell == before.end and point.speed in (0, before.speed)
    return point.cell == before.cell + point.speed


def report(s: Situation) -> Report:
    """Return what the spacecraft reports now."""
    epoch, accepted = s.newest
    return Report(s.mode, s.is_latched, s.arm.cell, epoch, accepted, s.executed, s.executed_stream, s.done)


# What the gate hears


def age(s: Situation, ticks: int) -> None:
    """Let so many ticks pass."""
    s.hand, s.operator = min(s.hand + ticks, NEVER), min(s.operator + ticks, NEVER)
    s.predictor, s.telemetry = min(s.predictor + ticks, NEVER), min(s.telemetry + ticks, NEVER)
    s.recorder, s.contact = min(s.recorder + ticks, NEVER), min(s.contact + ticks, NEVER)
    s.lease, s.pause = max(s.lease - ticks, 0), max(s.pause - ticks, 0)
    s.quiet = None if s.quiet is None else min(s.quiet + ticks, s.setup.quiet)
    s.resume_sent = None if s.resume_sent is None else min(s.resume_sent + ticks, s.setup.resume_patience)
    s.began = min(s.began + ticks, s.setup.patience) if s.began >= 0 else -1
    within = s.setup.roll_backs_within
    s.roll_backs = tuple(min(ago + ticks, within + 1) for ago in s.roll_backs)
    s.queue = tuple(Waiting(point, waited + ticks) for point, waited in s.queue)
    s.open = tuple(each._replace(age=each.age + ticks) for each in s.open)
    if s.critical:
        s.critical = s.critical._replace(age=min(s.critical.age + ticks, s.setup.arm_fire))
    if s.armed:
        s.armed = s.armed._replace(age=min(s.armed.age + ticks, CAP))


def crash(s: Situation) -> None:
    """The gate dies, and another one starts from its log."""
    epoch, r = s.log
    s.top = max(s.top, s.epoch)
    holds = [each for each in s.open if each.kind == "hold"]
    memory = (s.queue, s.armed, s.state, s.verified, s.released, s.newest_point)
    s.is_meant = False
    s.start_gate(epoch=epoch + ("restart epoch" not in s.setup.broken), r=r, is_first=False)
    s.open = tuple(each._replace(epoch=s.epoch) for each in holds[-1:])
    if "restart idle" in s.setup.broken:
        s.queue, s.armed, s.state, s.verified, s.released, s.newest_point = memory


def hear(s: Situation, happens: Happens) -> None:
    """Give the gate everything but the act."""
    for console in happens.consoles:
        gate.ask_lease(s, console)
        critical.review(s)
        gate.on_beat(s, console)
        critical.review(s)
    if happens.hand != "silent":
        gate.on_hand(s, is_pressed=happens.hand == "pressed")
    if happens.recorder != "silent":
        gate.on_recorder(s, is_healthy=happens.recorder == "healthy")
        critical.review(s)
    if happens.world:
        _change_world(s, moves=happens.world == "moves")
    if happens.predictor or happens.world:
        ends_motion, is_inside = happens.world == "ends motion", distance(s, s.arm) < NEAREST
        s.is_left_bad = s.awaits and has_left_bad(s)
        is_judged = s.is_left_bad and "rejudge" not in s.setup.broken
        if gate.on_world(s, is_inside=is_inside, ends_motion=ends_motion, is_left_bad=is_judged):
            judge_queue(s)
        if s.is_left_bad and not (gate.is_open(s, "hold") or (s.report and s.report.is_latched)):
            s.law = s.law or "what has left comes too near, and nobody holds it"
        critical.review(s)
    s.received = s.down if happens.telemetry else None
    if s.received is not None:
        gate.on_report(s, s.received)
        critical.review(s)
    s.down = report(s) if s.setup.has_window(s.tick) else None
    deliver(s, happens.verdicts)


def _change_world(s: Situation, *, moves: bool) -> None:
    s.world += 1
    if moves:
        first, second = s.setup.obstacles
        s.obstacle = second if s.obstacle == first else first


def has_left_bad(s: Situation) -> bool:
    """True if what has left and is not done comes too near, as the predictor judges it again."""
    sent = [*s.on_board, *(packet.point for packet in s.up if packet.point)]
    before, bad = s.arm, False
    for point in sorted(sent, key=lambda each: (each.epoch, each.seq)):
        bad |= distance(s, before, point.point) < NEAREST
        before = point.point
    return bad


def may_move(s: Situation) -> bool:
    """True if the obstacle does not move onto the arm, or onto what cannot be called back."""
    first, second = s.setup.obstacles
    there = second if s.obstacle == first else first
    cells = [s.arm.cell, s.arm.end]
    cells += [point.point.cell for point in s.on_board] + [point.point.end for point in s.on_board]
    if s.r is not None:
        cells += [s.r.cell, s.r.end]
    return not min(cells) <= there <= max(cells)


def distance(s: Situation, *points: Point) -> int:
    """Return how near a way, and the stop after it, comes to the obstacle."""
    cells = [point.cell for point in points] + [points[-1].end]
    if min(cells) <= s.obstacle <= max(cells):
        return 0
    return min(abs(cell - s.obstacle) for cell in cells)


def judge_queue(s: Situation) -> None:
    """The predictor judges all that waits."""
    before = s.r if s.r is not None else Point(s.arm.cell)
    for seq, waiting in enumerate(s.queue, s.released + 1):
        _judge(s, seq, (before, waiting.point))
        before = waiting.point


def _judge(s: Situation, seq: int, move: tuple[Point, Point]) -> None:
    before, point = move
    is_escape = s.armed is not None and s.armed.retreat
    end = Point(point.cell) if "stop covered" in s.setup.broken else point
    if is_escape:
        is_ok = distance(s, before, end) >= max(1, distance(s, Point(before.cell)))
    else:
        is_ok = distance(s, before, end) >= NEAREST
    is_clear = is_escape and distance(s, point) >= NEAREST
    verdict = Verdict(s.epoch, seq, s.world, is_ok, is_escape, is_clear)
    s.sent, s.fresh = (*s.sent, verdict), s.fresh + 1


def deliver(s: Situation, which: str) -> None:
    """Let verdicts arrive: those that are new, none, or any that was ever sent."""
    new = s.sent[len(s.sent) - s.fresh :]
    if which == "none":
        return
    if which == "new":
        s.fresh = 0
        for verdict in new:
            _arrive(s, verdict)
    elif which == "bad" and new:
        _arrive(s, new[-1]._replace(is_ok=False))
    elif which == "unsound" and new:
        _arrive(s, new[-1]._replace(is_ok=True, is_escape=not new[-1].is_escape))
    elif which.isdigit() and int(which) < len(s.sent):
        _arrive(s, s.sent[int(which)])


def _arrive(s: Situation, verdict: Verdict) -> None:
    """Let one arrive: from then on it is known, or nothing goes on."""
    is_armed = s.state in ARMED and s.armed is not None
    is_ok = verdict.is_ok and is_armed and verdict.is_escape == s.armed.retreat  # type: ignore[union-attr]
    number, newest = (verdict.epoch, verdict.seq, verdict.world), s.released + len(s.queue)
    gate.on_verdict(s, verdict)
    if is_ok:
        s.came |= {number}
    elif is_armed and s.state in ARMED and number == (s.epoch, min(verdict.seq, newest), s.known_world):
        s.law = s.law or "a bad verdict changes nothing"


def act(s: Situation, happens: Happens) -> Packet | None:
    """Let somebody act; returns what goes up because of it."""
    by = happens.by
    match happens.act:
        case "arm" | "retreat":
            _arm(s, happens, source="plan", retreat=happens.act == "retreat")
        case "hand" | "retreat by hand":
            _arm(s, happens, source="hand", retreat=happens.act != "hand")
        case "disarm":
            gate.disarm_act(s, by)
        case "resume":
            return gate.resume(s, by)
        case "take over":
            gate.take_over(s, by)
        case "update":
            if gate.confirm_update(s, by):
                s.updates += 1
                _change_world(s, moves=True)
        case "new session":
            gate.begin_session(s, by)
        case "go" | "no go":
            gate.answer_poll(s, by, go=happens.act == "go")
        case "hold":
            s.hold_at, s.is_held, s.is_meant = min(s.hold_at, s.tick + 1), True, False
            gate.on_hold(s)
        case "arm operation":
            s.asked_number = (s.epoch, critical.next_seq(s))
            critical.arm(s, by, s.asked_number)
        case "copied arm" if s.asked_number is not None:
            critical.arm(s, by, s.asked_number)
        case "fire" | "fire altered":
            return critical.fire(s, by, is_altered=happens.act != "fire")
        case "contact":
            gate.on_contact(s)
        case "stray":
            gate.block(s)
    return None


def _arm(s: Situation, happens: Happens, *, source: str, retreat: bool) -> None:
    s.asked = way(s.r or s.arm, happens.plan) if source == "plan" else ()
    if gate.arm(s, happens.by, source=source, retreat=retreat, plan=s.asked):
        s.is_meant = True


# The gate's tick


def gate_tick(s: Situation, happens: Happens, acted: Packet | None) -> None:
    """Do the gate's tick, and send up what leaves."""
    gate.end_lease(s)
    if not s.is_first and s.began < 0:
        s.began = 0
        if "restart epoch" not in s.setup.broken:
            s.epoch = max(s.epoch, 1 + s.tick * s.setup.unseen if s.setup.unseen else s.top + 1)
        gate.log(s)
    s.is_announced, packet = False, None
    s.is_disk_full, s.is_late = happens.tick == "full disk", happens.ticks > 1
    if gate.has_ended(s):
        s.state = REST
        gate.disarm(s)
    gate.end_unattended(s, is_late=s.is_late)
    if s.state in ARMED:
        packet = _release_head(s)
    if s.state == STOPPING:
        packet = _release_sample(s)
    if packet is None and s.setup.has_window(s.tick):
        packet = Packet("keep", None, s.last, s.epoch)
    gate.give_credit(s)
    gate.expire(s)
    s.is_disk_full = s.is_late = False
    critical.review(s)
    s.resumed = acted.epoch if acted and acted.kind == "resume" else None
    _send(s, [each for each in (acted, packet) if each], happens.link)


def _release_head(s: Situation) -> Packet | None:
    """Let the head leave, or end the arming; only while the queue fills may it wait."""
    setup, broken, head = s.setup, s.setup.broken, s.queue[0] if s.queue else None
    is_too_old = head is not None and head.age > setup.n_d + 2 and "old entry" not in broken
    if is_too_old or gate.is_inhibited(s):
        gate.block(s)
    elif head is None or gate.has_to_wait(s):
        if s.state != FILLING or (s.armed and s.armed.age > setup.n_d + setup.filling):
            gate.block(s)
    elif s.tick + abs(head.point.speed) + 2 > setup.closes(s.tick) and "room" not in broken:
        gate.block(s)
    else:
        return _release(s, head)
    return None


def _release(s: Situation, head: Waiting) -> Packet | None:
    s.law = s.law or broken_law(s, head)
    before = (s.r, s.last, s.open)
    s.stream += s.state == FILLING
    s.released, s.queue, s.quiet = s.released + 1, s.queue[1:], None
    packet = _leave(s, s.released, head.point)
    if s.state == FILLING and s.armed:
        s.state = gate.first_release(s.armed)
    if not s.is_disk_full or "record first" in s.setup.broken:
        return packet
    s.r, s.last, s.open = before
    s.left = None  # it was not written: it has not left
    gate.block(s)
    return None


def _leave(s: Situation, seq: int, point: Point) -> Packet:
    number = (s.epoch, seq)
    if number <= s.used:
        s.law = s.law or "a number that goes back"
    s.used = max(s.used, number)
    follows_at = 0 if s.last is None else s.last.at + 1
    at = max(s.tick + 2, follows_at) if s.state == FILLING else follows_at
    s.left = sent = SetPoint(*number, point, at, s.stream)
    s.left_kind = "stop" if s.state == STOPPING else "motion"
    repeat = s.last
    s.r, s.last = point, sent
    gate.log(s)
    s.open = (*s.open, Open("point", *number, s.stream, accepted=False, age=0))
    return Packet("point", sent, repeat, s.epoch)


def _release_sample(s: Situation) -> Packet | None:
    """Release the only sample of stop(r)."""
    if s.r is None or "stop samples" in s.setup.broken:
        gate.end_stop(s)
        return None
    s.stop_seq += 1
    packet = _leave(s, s.stop_seq, Point(s.r.end))
    if not s.setup.has_window(s.tick):
        s.law = s.law or "a stop that nobody receives"
    gate.end_stop(s)
    return packet


def broken_law(s: Situation, head: Waiting) -> str:
    """Return which law it breaks that this set-point leaves now; empty: none."""
    setup, armed, r = s.setup, s.armed, s.r
    if armed is None or r is None:
        return "nothing is armed"
    nearest = distance(s, r, head.point)
    needs = max(1, distance(s, Point(r.cell))) if armed.retreat else NEAREST
    laws = {
        "no verdict came": (s.epoch, s.released + 1, s.world) not in s.came,
        "too near": nearest < min(needs, NEAREST),
        "too early": head.age < setup.n_d,
        "too old": head.age > setup.n_d + 2,
        "nobody armed it": not s.is_meant,
        "HOLD was pressed": s.is_held,
        "not the holder's": not gate.is_held_by(s, armed.holder),
        "armed in an earlier life of its console": s.is_reborn,
        "nobody is there": s.operator > setup.operator,
        "the dead-man is let go": armed.source == "hand" and gate.dead_man(s) != "",
        "telemetry is old": s.telemetry > setup.telemetry,
        "the recorder is ill": not s.is_healthy or s.recorder > setup.recorder,
        "the predictor is silent": s.predictor > setup.predictor,
        "there is no room for its stop": s.tick + abs(head.point.speed) + 2 > setup.closes(s.tick),
        "the tick is late": s.is_late,
        "not everybody has said GO": setup.poll and not s.is_go,
        "it begins elsewhere": s.state == FILLING and s.arm.cell != r.cell,
        "it is not written": s.is_disk_full and "record first" in setup.broken,
        "the spacecraft is latched": s.report is not None and s.report.is_latched,
    }
    return next((law for law, is_broken in laws.items() if is_broken), "")


def _send(s: Situation, packets: list[Packet], link: str) -> None:
    if link == "lost" or not s.setup.has_window(s.tick):
        return
    s.up = (*s.up, *packets)
    if link == "twice":
        s.again = (*s.again, *packets)


def propose(s: Situation, happens: Happens) -> None:
    """Let planner or hand propose the next set-point, and the predictor judge it."""
    if not s.is_announced or s.armed is None or s.newest_point is None:
        return
    if happens.step is None:
        return
    before, seq = s.newest_point, gate.next_seq(s)
    point = s.armed.plan[seq - 1] if s.armed.plan else next_point(before, happens.step)
    gate.push(s, point)
    _judge(s, seq, (before, point))
