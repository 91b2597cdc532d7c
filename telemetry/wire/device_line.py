"""Programs at the door of the handle: states are accepted once whole, known and possible; one has the seat.

    TCP   frame: u32 length | body          UDP   one body in each datagram
    body  one `DeviceState`, a msgpack map of at most `BODY_CAP` bytes

    the first state   has a hello with the run's token, and a rate between 50 and 1000 Hz
    every state       has no earlier time, an attitude of norm 1, and no hand moves so fast; one whose number
                      is not higher is dropped, as datagrams may come twice and in another order

A program that breaks one of these rules is sent away with one line, and so is one that says or takes nothing
for two seconds.  One that comes again begins anew: the dead-man has to be released and pressed again.

    line, line, line --- on_body ---> the seat ---> deliver(state)      the first with a valid hello has it
                                         `---> DeviceError              those that come while it is taken

A device in the seat that says nothing for as long as a dead-man may be old has let go: it keeps the seat
until another device comes.  So a program that has died is in no other's way, and one that only was held up
goes on.  A role receives a state at most every 5 ms, the newest; a press or release at once.
"""

import hmac
import math
from collections.abc import Callable

import msgspec

from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Message, Quaternion
from telemetry.messages.device import DeviceHello, DeviceState
from telemetry.wire.frames import FrameSplitter

BODY_CAP = 4096  # bytes
SLOWEST_HZ, FASTEST_HZ = 50.0, 1000.0  # of states
MOST_STATES = 4000  # in one second: what a stall of the network has kept may come at once
SILENT_NS = 2 * NS_PER_S  # without a whole state, or without a word that a force has come
FASTEST_M_S, SLACK_M = 5.0, 0.05  # of a hand
FASTEST_RAD_S, SLACK_RAD = 50.0, 0.5
NORM_TOLERANCE = 1e-3  # of an attitude

_DECODE = msgspec.msgpack.Decoder(DeviceState).decode


class DeviceError(ValueError):
    """Why a program at the door is sent away, in one line."""


def device_frame_splitter() -> FrameSplitter:
    """Return what cuts a device's stream of bytes into frames."""
    return FrameSplitter(shortest=1, longest=BODY_CAP)


class DeviceLine:
    """One program at the door, and its newest state."""

    def __init__(self, token: str, now_ns: int) -> None:
        """Start before the first state; `token` is the run's."""
        self.hello: DeviceHello | None = None  # of a program that has given the token
        self._token = token
        self._last: DeviceState | None = None
        self._state_ns = now_ns  # when the newest state came
        self._answered_ns = now_ns  # when the program last named a newer force as received
        self._second_ns, self._states = now_ns, 0

    @property
    def name(self) -> str:
        """The name in the program's hello."""
        return self.hello.name if self.hello else "somebody"

    def on_body(self, body: bytes, now_ns: int) -> DeviceState | None:
        """Return the state in a body, or None if it is no newer one.

        The first one comes with its hello, but without the token.

        Raises:
            DeviceError: why this program is sent away.
        """
        state, last = _decoded(body), self._last
        self._count(now_ns)
        _check_norm(state.quat_handle)
        hello = self._known(state.hello) if last is None else None
        if last is not None:
            if state.number <= last.number:
                return None
            _check_step(last, state)
        if last is None or state.heard > last.heard:
            self._answered_ns = now_ns
        self._last, self._state_ns = state, now_ns
        return msgspec.structs.replace(state, hello=hello, quat_handle=_unit(state.quat_handle))

    def has_let_go(self, now_ns: int) -> bool:
        """True if its newest state is too old for a dead-man."""
        return now_ns - self._state_ns > DEAD_MAN_NS

    def check_lives(self, now_ns: int, *, is_partial: bool = False) -> None:
        """Look whether the program still speaks and listens; `is_partial`: a frame has begun.

        Raises:
            DeviceError: it does not.
        """
        silent_s = SILENT_NS / NS_PER_S
        if now_ns - self._state_ns > SILENT_NS:
            spoken = "silent for" if self.hello else "no hello within"
            raise DeviceError(f"{'frame not whole after' if is_partial else spoken} {silent_s:g} s")
        if self.hello and now_ns - self._answered_ns > SILENT_NS:
            raise DeviceError(f"takes nothing: its `heard` stands still for {silent_s:g} s")

    def _known(self, hello: DeviceHello | None) -> DeviceHello:
        if hello is None:
            raise DeviceError("the first state has no hello")
        if not hmac.compare_digest(hello.token.encode(), self._token.encode()):
            raise DeviceError("the hello's token is not this run's; read it from the run's handle.json")
        self.hello = msgspec.structs.replace(hello, token="")
        if not SLOWEST_HZ <= hello.rate <= FASTEST_HZ:
            raise DeviceError(f"a rate of {hello.rate:g} Hz; {SLOWEST_HZ:g} to {FASTEST_HZ:g} Hz are taken")
        return self.hello

    def _count(self, now_ns: int) -> None:
        if now_ns - self._second_ns >= NS_PER_S:
            self._second_ns, self._states = now_ns, 0
        self._states += 1
        if self._states > MOST_STATES:
            raise DeviceError(f"more than {MOST_STATES} states in a second; {FASTEST_HZ:g} are taken")


def device_body(message: Message) -> bytes:
    """Return a message as a body."""
    return msgspec.msgpack.encode(message)


def _decoded(body: bytes) -> DeviceState:
    if len(body) > BODY_CAP:
        raise DeviceError(f"datagram too large ({len(body)} > {BODY_CAP})")
    try:
        return _DECODE(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DeviceError(f"no state: {error}") from None


def _check_step(last: DeviceState, state: DeviceState) -> None:
    if state.device_ns < last.device_ns:
        back_s = (last.device_ns - state.device_ns) / NS_PER_S
        raise DeviceError(f"its clock went back by {back_s:.3f} s")
    # who is silent for longer has let go of the dead-man
    pause_s = min(state.device_ns - last.device_ns, DEAD_MAN_NS) / NS_PER_S
    jump = math.dist(last.p_handle, state.p_handle)
    if jump > FASTEST_M_S * pause_s + SLACK_M:
        raise DeviceError(f"the handle jumped by {jump:.3f} m in {pause_s:.3f} s")
    turn = _angle(last.quat_handle, state.quat_handle)
    if turn > FASTEST_RAD_S * pause_s + SLACK_RAD:
        raise DeviceError(f"the handle turned by {turn:.2f} rad in {pause_s:.3f} s")


def _unit(quat: Quaternion) -> Quaternion:
    """Return the same attitude with a norm of 1 and w >= 0, as in messages."""
    share = math.copysign(1.0 / math.hypot(*quat), quat[0])
    w, x, y, z = (share * part for part in quat)
    return w, x, y, z


def _check_norm(quat: Quaternion) -> None:
    norm = math.hypot(*quat)
    if not abs(norm - 1.0) <= NORM_TOLERANCE:
        raise DeviceError(f"quat_handle has the norm {norm:.4g}, not 1")


def _angle(one: Quaternion, other: Quaternion) -> float:
    """Return by how much two attitudes differ [rad]."""
    return 2.0 * math.acos(min(1.0, abs(sum(a * b for a, b in zip(one, other, strict=True)))))


DELIVERED_NS = NS_PER_S // 200  # between two states that are delivered


class DeviceSeat:
    """The place of the one device."""

    def __init__(self, deliver: Callable[[DeviceState], None]) -> None:
        """Start with the seat free."""
        self._deliver = deliver
        self.taken_by: DeviceLine | None = None
        self._delivered: DeviceState | None = None
        self._delivered_ns = 0

    def on_body(self, line: DeviceLine, body: bytes, now_ns: int) -> None:
        """Handle a state of the device that has the seat, or takes it by this.

        Raises:
            DeviceError: why this program is sent away.
        """
        state = line.on_body(body, now_ns)
        if state is None:
            return
        if self.taken_by is not line and (self.taken_by is None or self.taken_by.has_let_go(now_ns)):
            self.taken_by, self._delivered = line, None
        if self.taken_by is not line:
            raise DeviceError(f"{line.name} is the second device; {self.taken_by.name} has the handle")
        if self._delivered is None or self._is_due(state, self._delivered, now_ns):
            self._delivered, self._delivered_ns = state, now_ns
            self._deliver(state)

    def on_left(self, line: DeviceLine) -> None:
        """Give the seat up, if this one has it."""
        if self.taken_by is line:
            self.taken_by = self._delivered = None

    def _is_due(self, state: DeviceState, delivered: DeviceState, now_ns: int) -> bool:
        return now_ns - self._delivered_ns >= DELIVERED_NS or _pressed(state) != _pressed(delivered)


def _pressed(state: DeviceState) -> tuple[bool, bool, bool]:
    return state.dead_man, state.left_button, state.right_button
