"""How punctual the loop beside a device is, and what each part of it costs.

Measured in a process of its own, as the driver is one; the figures are told as JSON on standard output.
"""

import asyncio
import io
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from haptics.commands.handle import be_punctual
from haptics.device_driver import LATENESS_SHARES, Pace, Session, hello_of
from haptics.devices.device import open_device
from haptics.forces.device_limits import SIMULATED
from haptics.forces.force_loop import CYCLE_NS, Felt, ForceLoop
from haptics.forces.wrench import NO_WRENCH, Wrench
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.clock import monotonic_ns, sleep_until
from telemetry.messages.device import DeviceForce, DeviceRefused, DeviceState
from telemetry.messages.force import MOST_WALLS, LocalModel, Wall
from telemetry.network.device_client import CARRIERS, DeviceClient
from telemetry.network.device_door import DeviceDoor
from telemetry.network.door_address import read_door
from telemetry.network.event_log import EventLog
from telemetry.wire.device_line import DeviceLine, device_body

CYCLE_US = CYCLE_NS / 1e3
ROUNDS, CALLS = 5, 1000
FITS = "a cycle fits into its millisecond"
TRIPS = 200
APART_NS = 6_000_000  # two states that both reach a role
ANSWERED_NS = 10 * NS_PER_S
WALL = Wall(p_wall=(0.0, 0.0, 0.001), normal=(0.0, 0.0, 1.0), stiffness=500.0, damping=5.0)
SPRING = LocalModel(stiffness=200.0, damping=2.0, turning_stiffness=1.0, turning_damping=0.01)
MODELS = {
    "nothing to feel": LocalModel(),
    "a spring": SPRING,
    f"a spring and {MOST_WALLS} walls": msgspec.structs.replace(SPRING, walls=(WALL,) * MOST_WALLS),
}


NOT_FELT = Felt(NO_WRENCH, "", 0.0, 0.0)


class Figure(NamedTuple):
    """One time, and what is asked of it."""

    case: str
    us: float
    asked_us: float | None
    words: str  # what is asked
    note: str = ""


def tell(seconds: float) -> None:
    """Print all figures as JSON; the loop runs for so long."""
    figures = [*punctuality(seconds), *costs(), *round_trips()]
    print(msgspec.json.encode([figure._asdict() for figure in figures]).decode())


def punctuality(seconds: float) -> Iterator[Figure]:
    """Run the loop at 1 kHz with the simulated device, and return how late its cycles begin."""
    how, device = be_punctual(), open_device("simulated")
    loop, pace = ForceLoop(device.limits), Pace(CYCLE_NS, monotonic_ns, sleep_until)
    model, until_ns = MODELS["a spring"], monotonic_ns() + round(seconds * NS_PER_S)
    while (now_ns := pace.wait()) < until_ns:
        loop.on_model(msgspec.structs.replace(model, at_ns=now_ns))
        reading = device.read(now_ns)
        device.feel(loop.step(reading.p_handle, reading.quat_handle, now_ns).wrench)
    note = f"{len(pace):,} cycles at 1 kHz, {pace.missed} periods missed, {how}"
    for share, late_us in zip((*LATENESS_SHARES, 100.0), pace.late_us(), strict=True):
        words = "no period is missed: begins less than one late"
        yield Figure(f"a cycle begins late, {share:g} % of them at most", late_us, CYCLE_US, words, note)


def costs() -> Iterator[Figure]:
    """Return what a cycle costs, and what a message does."""
    for name, model in MODELS.items():
        yield Figure(f"a cycle's force, {name}", _cost(_cycle(model)), CYCLE_US, FITS)
    yield Figure("a whole cycle with a simulated device", _cost(_whole_cycle()), CYCLE_US, FITS)
    state, force = _state(), _force()
    body, unpacked = device_body(force), msgspec.msgpack.Decoder(DeviceForce).decode
    told: dict[str, Callable[[], object]] = {
        "a state is packed": lambda: device_body(state),
        "a state is unpacked and checked": _hearing(),
        "a force is packed": lambda: device_body(force),
        "a force is unpacked": lambda: unpacked(body),
    }
    for name, call in told.items():
        yield Figure(name, _cost(call), CYCLE_US, "1,000 of them a second leave time for all else")


def round_trips() -> Iterator[Figure]:
    """Return how long a state takes to the door, and its force back, over loopback."""
    for carrier in CARRIERS:
        with _open_door() as folder, closing(DeviceClient(read_door(folder), carrier)) as client:
            took = np.array([*_trips(client, read_door(folder).token)]) / 1e3
        for share in (50.0, 99.0):
            case = f"to the door and back by {carrier.upper()}, {share:g} % of them at most"
            yield Figure(
                case, float(np.percentile(took, share)), None, "", f"{len(took)} states, answered at once"
            )


def _cycle(model: LocalModel) -> Callable[[], object]:
    """Return one cycle of a handle that moves in a model which is always new."""
    loop, at = ForceLoop(SIMULATED), iter(range(0, 2**62, CYCLE_NS))

    def step() -> object:
        now_ns = next(at)
        loop.on_model(msgspec.structs.replace(model, at_ns=now_ns))
        z = 1e-3 if now_ns % (2 * CYCLE_NS) else 0.0
        return loop.step((0.0, 0.0, z), (1.0, 0.0, 0.0, 0.0), now_ns)

    return step


def _whole_cycle() -> Callable[[], object]:
    """Return one cycle of the driver, all but the sockets: read, force, feel, and the state's bytes."""
    loop, device, at = ForceLoop(SIMULATED), open_device("simulated"), iter(range(0, 2**62, CYCLE_NS))
    session = Session(hello_of("bench", "", rate_hz=1000.0, limits=SIMULATED))

    def step() -> object:
        now_ns = next(at)
        loop.on_model(msgspec.structs.replace(SPRING, at_ns=now_ns))
        reading = device.read(now_ns)
        felt = loop.step(reading.p_handle, reading.quat_handle, now_ns)
        device.feel(felt.wrench)
        return device_body(session.state(reading, felt, now_ns))

    return step


def _hearing() -> Callable[[], object]:
    """Return what the door does with a state: each is another one."""
    line, number, state = DeviceLine("", 0), iter(range(1, 2**62)), _state()
    bodies = [
        device_body(msgspec.structs.replace(state, number=n, device_ns=n))
        for n in range(1, ROUNDS * CALLS + 2)
    ]
    return lambda: line.on_body(bodies[(n := next(number)) - 1], n * CYCLE_NS)


def _state() -> DeviceState:
    reading = open_device("simulated").read(0)
    hello = hello_of("bench", "", rate_hz=1000.0, limits=SIMULATED)
    felt = Felt(Wrench((1.0, 2.0, 3.0), (0.1, 0.2, 0.3)), "energy", 0.5, 0.01)
    return Session(hello).state(reading, felt, 0)


def _force() -> DeviceForce:
    return DeviceForce(number=0, heard=0, device_ns=0, model=MODELS[f"a spring and {MOST_WALLS} walls"])


def _cost(call: Callable[[], object]) -> float:
    """Return the median of the rounds [us]."""
    rounds = []
    for _ in range(ROUNDS):
        began_ns = monotonic_ns()
        for _ in range(CALLS):
            call()
        rounds.append((monotonic_ns() - began_ns) / CALLS / 1e3)
    return float(np.median(rounds))


def _trips(client: DeviceClient, token: str) -> Iterator[int]:
    """Say one state after the other, and return how long each force took to come [ns]."""
    session = Session(hello_of("bench", token, rate_hz=100.0, limits=SIMULATED))
    reading = open_device("simulated").read(0)
    for _ in range(TRIPS):
        sleep_until(monotonic_ns() + APART_NS)
        client.send(session.state(reading, NOT_FELT, monotonic_ns()))
        session.on_force(_answer(client), monotonic_ns())
        yield session.round_trip_ns


def _answer(client: DeviceClient) -> DeviceForce:
    """Return the newest force, as soon as there is one."""
    until_ns = monotonic_ns() + ANSWERED_NS
    while monotonic_ns() < until_ns:
        client.wait(1.0)
        if heard := client.new_forces():
            return heard[-1]
    raise TimeoutError(f"the door has answered nothing for {ANSWERED_NS // NS_PER_S} s")


@contextmanager
def _open_door() -> Iterator[Path]:
    """Open a door in a thread, which answers every state at once."""
    is_open, is_over, numbers, force = threading.Event(), asyncio.Event(), iter(range(1, 2**62)), _force()
    with tempfile.TemporaryDirectory() as folder:

        def answer(state: DeviceState | DeviceRefused) -> None:
            if isinstance(state, DeviceState):
                told = {"number": next(numbers), "heard": state.number, "device_ns": state.device_ns}
                door.send(msgspec.structs.replace(force, **told))

        async def serve() -> None:
            loops.append(asyncio.get_running_loop())
            try:
                await door.open(0, Path(folder))
            finally:
                is_open.set()
            await is_over.wait()
            await door.close()

        loops: list[asyncio.AbstractEventLoop] = []
        door = DeviceDoor(answer, EventLog("bench", monotonic_ns, io.StringIO()))
        thread = threading.Thread(target=lambda: asyncio.run(serve()))
        thread.start()
        is_open.wait()
        try:
            yield Path(folder)
        finally:
            loops[0].call_soon_threadsafe(is_over.set)
            thread.join()
