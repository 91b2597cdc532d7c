"""All that a small model of the command path knows: gate, link, spacecraft, predictor, world and people.

One unit of time is a tick, places are cells on a line, a set-point is a cell and the speed it is passed with;
its stop ends one cell further.  All values are plain and shared between copies, so a copy costs little, and a
key is what decides how it goes on: epochs, streams and ticks count from the present ones.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple, Self

REST, FILLING, PLAN, TELEOP, RETREAT = "rest", "filling", "plan", "teleop", "retreat"
STOPPING, HELD = "stopping", "held"
MOVING = (PLAN, TELEOP, RETREAT)
ARMED = (FILLING, *MOVING)
NEVER = 99  # age of what never was
FAR = 10**6  # tick of what never comes


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What holds for a whole run: figures in ticks, and which rules are broken on purpose."""

    n_d: int = 2
    broken: frozenset[str] = frozenset()
    windows: tuple[tuple[int, int], ...] = ((0, FAR),)  # opens, closes
    cells: int = 8
    obstacles: tuple[int, int] = (6, 5)  # where it may be
    start: int = 1
    lease: int = 40
    patience: int = 12  # until what was released is lost, with telemetry
    hold_patience: int = 120  # beyond that, for HOLD
    blind_factor: int = 5  # so much longer without telemetry
    resume_patience: int = 6
    quiet: int = 4
    poll: bool = False  # the second console has to say GO
    arm_fire: int = 120  # that an arming of a command without motion counts
    telemetry: int = 4  # oldest that counts; so for the others
    recorder: int = 4
    predictor: int = 2
    operator: int = 1
    hand: int = 1
    silence: int = 4  # that the spacecraft bears
    filling: int = 8  # beyond n_d
    roll_backs_within: int = 40
    pause: int = 20
    unseen: int = 1000  # epochs that a restarted gate leaves free for each tick; 0: it begins above any used

    def closes(self, tick: int) -> int:
        """Return when the present window closes, or the last one did."""
        return max((closes for opens, closes in self.windows if opens <= tick), default=tick)

    def has_window(self, tick: int) -> bool:
        """True if what is sent now arrives."""
        for opens, closes in self.windows:  # noqa: SIM110 - asked often
            if opens <= tick < closes:
                return True
        return False


class Point(NamedTuple):
    """A cell, and the speed with which it is passed."""

    cell: int
    speed: int = 0

    @property
    def end(self) -> int:
        """Where its stop ends."""
        return self.cell + self.speed


class Arming(NamedTuple):
    """What was armed, by whom; a plan's points, none for the hand."""

    holder: str
    source: str  # plan or hand
    retreat: bool
    age: int
    plan: tuple[Point, ...] = ()


class Waiting(NamedTuple):
    """An entry of the queue."""

    point: Point
    age: int


class Open(NamedTuple):
    """A command that has left and has not ended."""

    kind: str  # point, resume, hold or operation
    epoch: int
    seq: int
    stream: int
    accepted: bool
    age: int


class Verdict(NamedTuple):
    """What the predictor said of an entry."""

    epoch: int
    seq: int
    world: int
    is_ok: bool
    is_escape: bool
    is_clear: bool  # of all, with its stop


class SetPoint(NamedTuple):
    """What flies up: `at` is the tick in which it is executed."""

    epoch: int
    seq: int
    point: Point
    at: int
    stream: int


class Packet(NamedTuple):
    """One tick's packet: a set-point or none, with the repeat of the one before, or a resume."""

    kind: str  # point, keep, resume or operation
    point: SetPoint | None
    repeat: SetPoint | None
    epoch: int
    seq: int = 0  # of an operation


class Report(NamedTuple):
    """What the spacecraft reports."""

    mode: str  # ready, stopping or latched
    is_latched: bool
    cell: int
    epoch: int
    accepted: int
    executed: tuple[int, int]
    stream: int  # that the executed one belongs to
    operation: tuple[int, int] = (0, 0)  # the newest, done or refused


class Situation:
    """One state of everything."""

    def __init__(self, setup: Setup) -> None:
        """Start before the first tick, the spacecraft latched, and nobody there."""
        self.setup = setup
        self.tick, self.law = -1, ""  # the law that was broken
        self.start_gate(epoch=1, r=None, is_first=True)
        self.top = 0  # the highest epoch that a gate before this one had
        self.used = (0, 0)  # the newest number that ever left
        self.is_held = False  # HOLD was pressed, and the spacecraft not resumed since
        self.is_meant = False  # somebody armed this gate since it started, and since HOLD
        self.is_disk_full, self.is_late = False, False  # in this tick
        self.left: SetPoint | None = None  # in this tick
        self.left_kind = ""  # motion or stop
        self.asked: tuple[Point, ...] = ()  # the plan that somebody wanted to arm last
        self.received: Report | None = None  # by the gate, in this tick
        self.resumed: int | None = None  # epoch of the resume that left in this tick
        self.stream = 0  # number of the newest unbroken one
        self.asked_number: tuple[int, int] | None = None  # of the newest ARM of a command without motion
        self.armed_last: Any = None  # the newest that was armed, as people saw it
        self.is_fit = False  # nothing has happened since that ends its arming
        self.fired: tuple[int, int] | None = None  # in this tick
        self.fired_until = (0, 0)  # the newest number that was ever fired
        # world and predictor
        self.obstacle, self.world = setup.obstacles[0], 0
        self.updates = 0  # of the world, that were confirmed
        self.is_left_bad = False  # in this tick: what has left comes too near in the updated world
        self.sent: tuple[Verdict, ...] = ()  # all verdicts ever
        self.came: frozenset[tuple[int, int, int]] = frozenset()  # epoch, seq, world of every ok that arrived
        self.fresh = 0  # how many of them never arrived
        # link and spacecraft
        self.up: tuple[Packet, ...] = ()  # arrive in the next tick
        self.again: tuple[Packet, ...] = ()  # what comes a second time after that
        self.arm = Point(setup.start)
        self.is_latched, self.mode, self.hold_at = True, "latched", FAR
        self.on_board: tuple[SetPoint, ...] = ()
        self.newest, self.executed = (0, 0), (0, 0)
        self.executed_stream = 0
        self.done, self.resumed_epoch = (0, 0), 0  # the newest command without motion; of the latest resume
        self.silent = 0
        self.down: Report | None = None

    def start_gate(self, *, epoch: int, r: Point | None, is_first: bool) -> None:
        """Make the gate anew."""
        self.state, self.epoch, self.r, self.is_first = HELD, epoch, r, is_first
        self.began = NEVER if is_first else -1  # ticks since; negative: not yet
        self.armed: Arming | None = None
        self.queue: tuple[Waiting, ...] = ()
        self.newest_point: Point | None = None  # of the queue, or r as it was armed
        self.released = self.verified = self.clear_from = 0
        self.beyond: frozenset[int] = frozenset()
        self.is_announced = self.hold_pressed = self.may_rearm = False
        self.stop_seq = 0
        self.last: SetPoint | None = None
        self.open: tuple[Open, ...] = ()
        self.log: tuple[int, Point | None] = (epoch - 1, r)
        self.holder, self.lease, self.is_reborn = "", 0, False  # its console, since it armed
        self.was_open, self.is_pressed = False, False  # the dead-man since the last hold, and now
        self.hand = self.operator = self.predictor = self.telemetry = self.recorder = self.contact = NEVER
        self.is_healthy = False
        self.report: Report | None = None
        self.known_world: int | None = None
        self.awaits = False  # an update was confirmed, and the predictor has not spoken of it
        self.is_inside = False
        self.quiet: int | None = None
        self.resume_sent: int | None = None
        self.is_go = False  # of the second console
        self.critical: Any = None  # a command without motion that is armed
        self.operation = (0, 0)  # the newest number of these that was used
        self.roll_backs: tuple[int, ...] = ()
        self.pause = 0

    def copy(self) -> Self:
        """Return one that goes on by itself."""
        same = object.__new__(type(self))
        same.__dict__.update(self.__dict__)
        return same

    def frozen(self) -> tuple[Any, ...]:
        """Return it with little memory."""
        return tuple(self.__dict__.values())

    def thawed(self, frozen: tuple[Any, ...]) -> Self:
        """Return what was frozen."""
        same = object.__new__(type(self))
        same.__dict__.update(zip(self.__dict__, frozen, strict=True))
        return same

    def key(self) -> tuple[Any, ...]:
        """Return what decides how it goes on: epochs, streams and worlds count from the present ones.

        A verdict of another epoch or world counts alike whichever it is, and goes if it never can again.
        """
        e, k, down, setup = self.epoch, self.tick, self.down, self.setup
        sent, fresh = self.sent[: len(self.sent) - self.fresh], self.sent[len(self.sent) - self.fresh :]
        return (
            self.state, self.r, self.armed, self.queue, self.newest_point,
            self.released, self.verified, self.clear_from, self.beyond,
            self.is_announced, self.hold_pressed, self.may_rearm, self.stop_seq,
            self.holder, self.lease, self.is_reborn, self.was_open, self.is_pressed,
            self.hand, self.operator, self.predictor, self.telemetry, self.recorder, self.contact,
            self.is_healthy, self.is_inside, self.quiet, self.resume_sent, self.roll_backs, self.pause,
            self.is_go, self.is_first or self.began, self.is_held, self.is_meant, self.silent, self.obstacle,
            self.arm, self.is_latched, self.mode, self.hold_at - k if self.hold_at - k < 9 else 9,
            self.used[0] - e, self.used[1], self.newest[0] - e, self.newest[1],
            self.executed[0] - e, self.executed[1], self.stream - self.executed_stream,
            self.log[0] - e, self.log[1],
            None if self.known_world is None else self.known_world == self.world, self.awaits,
            self.report and self.report[:2],
            _of_now(self.last, e, k),
            tuple([_of_now(point, e, k) for point in self.on_board]),
            tuple([_packet_of_now(packet, e, k) for packet in self.up]),
            tuple([_packet_of_now(packet, e, k) for packet in self.again]),
            tuple([(o.kind, o.epoch - e, o.seq, self.stream - o.stream, *o[4:]) for o in self.open]),
            frozenset([seq for epoch, seq, world in self.came if (epoch, world) == (e, self.world)]),
            frozenset(self._of_now(sent)), tuple(self._of_now(fresh)),
            down and (*down[:3], down.epoch - e, *down[4:5], down.executed[0] - e, self.stream - down.stream),
            k if setup.windows[-1][0] > k else -1,
            self._critical_of_now(),
        )  # fmt: skip

    def _critical_of_now(self) -> tuple[Any, ...]:
        """Return what is armed of commands without motion, what may be fired or copied, and what was."""
        last, e = self.armed_last, self.epoch
        numbers = (self.asked_number, last and last[:2], self.operation, self.fired_until, self.done)
        seen = last and (*last[2:4], last.world == self.known_world)
        return (
            self.critical and self.critical.age,
            seen, self.is_fit, self.resumed_epoch - e,
            tuple([number and (number[0] - e, number[1]) for number in numbers]),
        )  # fmt: skip

    def _of_now(self, verdicts: tuple[Verdict, ...]) -> list[tuple[Any, ...]]:
        """Return verdicts as far as they may still count."""
        always = "verdict epoch" in self.setup.broken or "world" in self.setup.broken
        return [
            (each.epoch == self.epoch, each.world == self.world, *each[1:2], *each[3:])
            for each in verdicts
            if always or (each.epoch == self.epoch and each.world == self.world)
        ]


def _of_now(point: SetPoint | None, epoch: int, tick: int) -> tuple[Any, ...] | None:
    return point and (point.epoch - epoch, point.seq, point.point, max(point.at - tick, -3))


def _packet_of_now(packet: Packet, epoch: int, tick: int) -> tuple[Any, ...]:
    return (
        packet.kind,
        _of_now(packet.point, epoch, tick),
        _of_now(packet.repeat, epoch, tick),
        packet.epoch - epoch,
        packet.seq,
    )
