"""The protocol of the handle, so that a program can be written from this page alone.

Fields, limits and refusals come from the classes and constants that carry them out; what stands here in words
is what no class can say.
"""

from typing import NamedTuple

import msgspec

from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import LONGEST_NAME, LONGEST_TEXT, wire_name
from telemetry.messages.device import DeviceForce, DeviceHello, DeviceState
from telemetry.messages.force import MOST_WALLS, LocalModel, Wall
from telemetry.messages.handle import FARTHEST_M
from telemetry.wire.device_line import (
    BODY_CAP,
    FASTEST_HZ,
    FASTEST_M_S,
    FASTEST_RAD_S,
    MOST_STATES,
    NORM_TOLERANCE,
    SILENT_NS,
    SLACK_M,
    SLACK_RAD,
    SLOWEST_HZ,
    device_body,
)
from telemetry.wire.dictionary import entry
from telemetry.wire.schemas import schemas

LET_GO_MS = DEAD_MAN_NS // 1_000_000
SILENT_S = SILENT_NS // NS_PER_S
FRESH_MS, GONE_MS = 40, 100  # of a force without news


class Section(NamedTuple):
    """One part of the page: names, and what they mean."""

    title: str
    rows: tuple[tuple[str, str], ...]


def page() -> list[Section]:
    """Return the whole page."""
    return [
        Section("THE HANDLE: A DEVICE'S OWN PROGRAM JOINS A RUN", _IDEA),
        Section("WHERE", _WHERE),
        Section("BYTES", _BYTES),
        Section("WHO SAYS WHAT, WHEN", _ORDER),
        Section("THE DEAD-MAN", _DEAD_MAN),
        Section("AXES", _AXES),
        Section(f"DEVICE TO RUN: {wire_name(DeviceState)}", _fields(DeviceState)),
        Section("HELLO: a map in it", _fields(DeviceHello)),
        Section(f"RUN TO DEVICE: {wire_name(DeviceForce)}", _fields(DeviceForce)),
        Section("MODEL: a map in it", _fields(LocalModel)),
        Section("WALL: a map in the model", _fields(Wall)),
        Section("TYPES", _TYPES),
        Section("WHAT THE LOOP BESIDE THE DEVICE RENDERS, EACH MILLISECOND", _LAW),
        Section("WHO IS SENT AWAY", _REFUSALS),
        Section("ONE STATE IN BYTES", _EXAMPLE),
        Section("A HAPTION VIRTUOSE", _VIRTUOSE),
    ]


class PageRow(msgspec.Struct, frozen=True):
    """A name, and its meaning."""

    name: str
    text: str


class PageSection(msgspec.Struct, frozen=True):
    """A section of the page."""

    title: str
    rows: list[PageRow]


class DevicePage(msgspec.Struct, frozen=True, kw_only=True):
    """The page, and a JSON schema of each map."""

    sections: list[PageSection]
    schema: dict[str, object]


def device_page() -> DevicePage:
    """Return the page with its schemas."""
    kind = [PageSection(section.title, [PageRow(*row) for row in section.rows]) for section in page()]
    return DevicePage(sections=kind, schema=schemas((DeviceState, DeviceForce)))


def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    """Return the keys of a map, and what each that is missing means."""
    tag = kind.__struct_config__.tag
    first = () if tag is None else (("id", f"{tag}, always: which map this is"),)
    optional = (field for field in msgspec.structs.fields(kind) if not field.required)
    defaults = {field.encode_name: field.default for field in optional}
    rows = ((field.name, field.meaning + _missing(field.name, defaults)) for field in entry(kind).fields)
    return (*first, *rows)


def _missing(name: str, defaults: dict[str, object]) -> str:
    if name not in defaults:
        return ""
    value = defaults[name]
    plain = {} if isinstance(value, msgspec.Struct) else msgspec.to_builtins(value)
    return f" (missing: {msgspec.json.encode(plain).decode().replace(',', ', ')})"


def _rows(text: str) -> tuple[tuple[str, str], ...]:
    """Return names and texts of lines `name | text`; what is indented goes on with the line before."""
    lines = text.strip().replace("\n    ", " ").splitlines()
    return tuple((name.strip(), kind.strip()) for name, _, kind in (line.partition("|") for line in lines))


_IDEA = _rows(f"""
| The program reads a device and says where the hand is; it is told what the hand shall feel. One map each
    way, the same bytes by TCP or UDP, {SLOWEST_HZ:g} to {FASTEST_HZ:g} states a second. One device at a
    time.
| The arm follows by increments of the handle's way, once it is armed by whoever holds the lease; nothing
    that is said here arms it.
""")

_WHERE = _rows("""
file | handle.json in the run's folder, mode 0600: {"host": text, "port": number, "token": text}. It is
    there while the run has a handle, and new each time the run's haptics role starts: read it before each
    attempt to connect. A run's folder lies in $XDG_STATE_HOME/farhand/runs, or else in
    ~/.local/state/farhand/runs; `farhand runs` lists them.
token | is said in the hello. Whoever can read the file may be the handle; whoever cannot is closed without
    a word. Keep it out of command lines and logs.
host | is this host alone (127.0.0.1); TCP and UDP have the same port. From another host: `ssh -L
    PORT:127.0.0.1:PORT USER@HOST`, then TCP, with the token copied over.
""")

_BYTES = _rows(f"""
body | one msgpack map, at most {BODY_CAP} bytes: keys are text, numbers with a unit are floats (whole
    numbers are taken too). Keys that are not listed here are ignored; NaN and infinity are refused.
TCP | frame after frame: the body's length as 4 bytes, big-endian, unsigned; then the body.
UDP | one body in each datagram; what comes twice or late is dropped by its number. A program is its
    address: send all from one socket, and read the answers there.
""")

_ORDER = _rows("""
1 | Say state 1 with `hello` in it. Say the hello again in each state until the first force has come.
2 | A force is said at once, then 50 times a second or more as long as states come, and to each state that
    the run takes: at most one in 5 ms, so 200 states a second or more are answered as often as can be.
3 | Put the number of the newest force that you have read into `heard` of each state that you sample after
    it. It is how the run knows how old the hand is: no clocks are compared.
4 | Go on at your rate. The run takes the newest state each few milliseconds; a change of dead-man or
    buttons is never left out.
5 | A force with `is_taken` false is the last: `told` says why. Without a force for 2 s, or when the
    connection ends, begin again: read handle.json, connect, state 1, hello. Wait half a second between two
    attempts.
6 | To leave, close the connection, or by UDP say no more.
""")

_DEAD_MAN = _rows(f"""
| It is in every state. It counts only while a state that names in `heard` a force of the last {LET_GO_MS}
    ms is the newest: a program that hangs, or a network that holds states back, has let go.
| When a device comes (or comes back, or the lease changes hands), the dead-man has to be seen released
    once; only then a press counts. Each force tells in is_pressed whether it does: show that to the hand. Any
    release ends the arming; arming again is a new act of the operator.
""")

_AXES = _rows("""
| As the hand sits before them: x to the right, y away from the hand, z up. The origin is the middle of the
    workspace. A station's settings turn and scale them; the program does neither.
| Attitudes are quaternions w, x, y, z of the handle in these axes; forces and torques act on the hand.
""")

_TYPES = _rows(f"""
Count | whole number, 0 to 2^63 - 1
Nanoseconds | whole number of nanoseconds, -2^62 to 2^62
Place | array of 3 numbers, each within {FARTHEST_M:g} of 0
Vector | array of 3 numbers
Quaternion | array of 4 numbers w, x, y, z; its norm is 1 within {NORM_TOLERANCE:g}
Amount | number, 0 to 1e9
Share | number, 0 to 1
Finite | number
Limit | text: "" gives as asked, or why less: "device" can give no more, "energy", "stale" (age)
Name, Text | text of at most {LONGEST_NAME}, {LONGEST_TEXT} characters
Walls | array of 0 to {MOST_WALLS} maps, each a WALL
DeviceHello, LocalModel | a map: HELLO, MODEL
""")

_LAW = _rows(f"""
force | force - stiffness (p - p_anchor) - damping v + of each wall: normal (stiffness d - damping v .
    normal), never less than 0, where d = normal . (p_wall - p) is above 0. p is where the handle is, v its
    speed.
torque | torque - turning_stiffness r - turning_damping w; r turns quat_anchor to the handle (rotation
    vector), w is its turning rate
limits | never above force_limit and torque_limit (one factor for all three axes), nor what the device can
    give all the time; change it slowly (the suite's own drivers: 500 N/s, 50 N m/s)
age | a model is as old as at_ns - model.at_ns when it comes; if the way there and back took longer than
    {GONE_MS} ms (now by the own clock, less device_ns), it was held up, and is as much older: through a slow
    tunnel nothing is felt. At {FRESH_MS} ms begin to fade, at {GONE_MS} ms give nothing; come back over half
    a second. No news is no force.
energy | where is_limited is true, give the hand no more energy than it has given: the sum of force . way
    of the hand over all cycles is what the hand got; lessen the force where it would become positive. This
    loop is the only fast one: nothing of it crosses the network.
without | A program without such a loop gives `force` and `torque` as they are, the newest until the next, and
    leaves `force` out of its states. They are made at the pose of the state that they answer: within the
    limits, slowly changing, faded, and lessened so that the hand gets no more energy than it has given, as
    far as that can be seen through the states: of a hand that goes straight between two of them. The longer
    a force takes to be answered (`heard`), the less of it passes; so say 200 states a second or more. When
    no newer one comes, it fades what it gives: from {FRESH_MS} ms on, to nothing at {GONE_MS} ms. A
    device without motors ignores all of it.
tell | A program with a loop says in each state what it gives (`force`, `torque`), and what only it can know:
    `limit`, `passed`, `energy`. What it does not say is told to the operator as not known.
""")

_REFUSALS = _rows(f"""
at once | a length of 0 or above the cap; a body that is not this map; a wrong token; no hello in the first
    state; a rate outside {SLOWEST_HZ:g} to {FASTEST_HZ:g} Hz; a second device (a first one that has said
    nothing for {LET_GO_MS} ms is sent away in its place); an attitude whose norm is not 1; a device_ns
    that goes back; more than {MOST_STATES} states in a second; a handle that moves faster than
    {FASTEST_M_S:g} m/s ({SLACK_M * 1000.0:g} mm more) or turns faster than {FASTEST_RAD_S:g} rad/s
    ({SLACK_RAD:g} rad more)
after {SILENT_S} s | without a whole state, or with a `heard` that stands still though forces were said
how | a last force with is_taken false and the reason in `told`, if the token was right; then the connection
    ends. The run's log of haptics has the line, as: haptic: frame too large (4294967295 > 4096), closed ...
""")

_SAMPLE = DeviceState(number=1, device_ns=1_000_000, heard=0, p_handle=(0.0, 0.0, 0.25), dead_man=False)

_EXAMPLE = _rows(f"""
state | id 37, number 1, device_ns 1000000, heard 0, p_handle [0, 0, 0.25], dead_man false, and every other
    key as if it were missing (a first state has its hello)
body | {device_body(_SAMPLE).hex(" ")}
TCP | before it the length: {len(device_body(_SAMPLE)).to_bytes(4).hex(" ")}
""")

_VIRTUOSE = _rows(f"""
| A bridge is a process of its own in C++ on Haption's virtuoseAPI, which comes with the device and is
    linked by nothing here; msgpack-c packs and unpacks the maps. It may run on another host than the
    device's controller, which virtOpen reaches by its address.
open | virtOpen; virtSetIndexingMode(INDEXING_NONE): clutch and re-indexing are the run's.
    virtSetForceFactor and virtSetSpeedFactor 1: scale is a setting of the station. virtSetTimeStep 0.001;
    virtSetCommandType(COMMAND_TYPE_IMPEDANCE); virtSetBaseFrame so that its axes are those above.
loop | each millisecond, by virtSetPeriodicFunction: virtGetPosition gives x y z qx qy qz qw, which is sent
    as p_handle and quat_handle w x y z; virtGetSpeed gives v and w; virtGetDeadMan is dead_man;
    virtGetButton 1 and 2 are the left and the right button. Render the model as above, then virtSetForce.
state | say one each cycle or each second one (1000 or 500 Hz) by UDP on the same host; read forces without
    waiting. hello: peak_force 35, continuous_force 10, peak_torque and continuous_torque 3 for the 6D35-45.
power | virtSetPowerOn only while the device is taken; when the run is silent the force has faded after
    {GONE_MS} ms by itself. virtGetEmergencyStop set: say dead_man false.
""")
