"""`python -P -m haptics handle DEVICE RUN_FOLDER`: one device of one run, in a process beside it.

    device <--- each millisecond: pose, wrench ---> ForceLoop <--- models --- run
                                                        `--- states, at the rate ---> run

The loop goes on by itself while the run is slow, and gives nothing 100 ms after its last model.  When the run
closes the door for a moment, as while its haptics role is started again, the driver comes back by itself.
"""

import gc
import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from haptics.device_driver import Pace, RefusedByRun, Session, hello_of, punctuality_text
from haptics.devices.device import DEVICES, Device, DeviceMissing, open_device
from haptics.forces.force_loop import CYCLE_NS, ForceLoop
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError
from telemetry.life.clock import monotonic_ns, sleep_until
from telemetry.network.device_client import CARRIERS, DeviceClient
from telemetry.network.door_address import read_door

DONE, FAILED, USAGE, BAD_FILE = 0, 1, 2, 3
AGAIN_NS = NS_PER_S // 2  # between two attempts to reach a run that has closed the door
PATIENCE_NS = 5 * NS_PER_S  # with a door that stays closed
PRIORITY = 10  # of real time, 1 to 99
PRESS_ANEW = "the dead-man does not count: let go of it, and press it anew"
IN_VAIN_NS = NS_PER_S  # until that is printed
SILENT_NS = 2 * NS_PER_S  # without a force: this conversation is over


def main(arguments: Sequence[str]) -> int:
    """Drive one device until it is stopped or the run is over; return the exit code."""
    parser = ArgumentParser(prog="python -P -m haptics handle", description="one device of one run")
    parser.add_argument("device", choices=DEVICES)
    parser.add_argument("folder", type=Path, help="of the run")
    parser.add_argument("--carrier", choices=CARRIERS, default="tcp")
    parser.add_argument("--rate", type=float, default=1000.0, help="of states [Hz]")
    given = parser.parse_args(arguments)
    try:
        with closing(open_device(given.device)) as device:
            driver = Driver(given.device, device, given.folder)
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, lambda *_: driver.end())
            driver.run(given.carrier, given.rate)
    except (DeviceMissing, RefusedByRun, FileError) as error:
        print(f"farhand: {error}", file=sys.stderr)
        return {DeviceMissing: USAGE, FileError: BAD_FILE}.get(type(error), FAILED)
    return DONE


def be_punctual() -> str:
    """Let nothing hold up the loop that can be helped; return with which priority it runs."""
    gc.collect()
    gc.freeze()
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    except (OSError, AttributeError):  # most users may not
        return "ordinary priority"
    return "real-time priority"


class Driver:
    """A device that is open, and the run that it speaks to."""

    def __init__(self, name: str, device: Device, folder: Path) -> None:
        """Begin without a connection."""
        self._name, self._device, self._folder = name, device, folder
        self._loop = ForceLoop(device.limits)
        self._pace = Pace(CYCLE_NS, monotonic_ns, sleep_until)
        self._has_ended = False
        self._has_warned = False  # that the dead-man is pressed in vain
        self._received_ns = monotonic_ns()

    def end(self) -> None:
        """Come to an end, from a signal."""
        self._has_ended = True

    def run(self, carrier: str, rate_hz: float) -> None:
        """Speak to the run, again whenever it has closed the door for a while.

        Raises:
            DeviceMissing: the device is gone.
            Refused: the run does not take it.
            FileError: the file that says where the door is cannot be read.
        """
        be_punctual()
        read_door(self._folder)  # without it there is nothing to come back to
        while not self._has_ended and monotonic_ns() - self._received_ns < PATIENCE_NS:
            try:
                self._converse(carrier, rate_hz)
            except (OSError, FileError) as error:
                print(f"{self._folder.name}: {error}", flush=True)
                self._rest_until(monotonic_ns() + AGAIN_NS)
        print(f"{self._name} is no more a handle; {punctuality_text(self._pace)}", flush=True)

    def _converse(self, carrier: str, rate_hz: float) -> None:
        """Speak until the connection is lost, which raises OSError, or the driver is stopped."""
        door = read_door(self._folder)
        session = Session(hello_of(self._name, door.token, rate_hz=rate_hz, limits=self._device.limits))
        began_ns = say_ns = self._pace.skip()
        with closing(DeviceClient(door, carrier)) as client:
            while not self._has_ended:
                now_ns = self._pace.wait()
                self._receive(client, session, now_ns)
                if now_ns - max(began_ns, self._received_ns) > SILENT_NS:
                    raise ConnectionError("nothing has come for 2 s")
                reading = self._device.read(now_ns)
                felt = self._loop.step(reading.p_handle, reading.quat_handle, now_ns)
                self._device.feel(felt.wrench)
                if now_ns >= say_ns:
                    client.send(session.state(reading, felt, now_ns))
                    say_ns = max(say_ns, now_ns - CYCLE_NS) + round(NS_PER_S / rate_hz)

    def _receive(self, client: DeviceClient, session: Session, now_ns: int) -> None:
        """Take the forces that have come."""
        for force in client.new_forces():
            is_first = not session.newest_force
            model = session.on_force(force, now_ns)
            if model is not None:
                self._received_ns = now_ns
                self._loop.on_model(model)
            if is_first:
                print(f"{self._name} is the handle of {self._folder.name}; Ctrl-C ends", flush=True)
        is_in_vain = session.newest_force > 0 and session.pressed_in_vain_ns(now_ns) > IN_VAIN_NS
        if is_in_vain and not self._has_warned:
            print(PRESS_ANEW, flush=True)
        self._has_warned = is_in_vain

    def _rest_until(self, at_ns: int) -> None:
        """Keep the loop going without a new force: what the hand feels fades."""
        self._pace.skip()
        while not self._has_ended and (now_ns := self._pace.wait()) < at_ns:
            reading = self._device.read(now_ns)
            self._device.feel(self._loop.step(reading.p_handle, reading.quat_handle, now_ns).wrench)
