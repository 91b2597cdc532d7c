"""A device in a virtual run: says states at 100 Hz, without a socket; the same messages as by the door."""

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import RoleSpec, Send
from telemetry.messages.device import DeviceForce, DeviceHello, DeviceState

PERIOD_NS = NS_PER_S // 100
HELLO = DeviceHello(token="", name="virtual", rate=100.0, peak_force=10.0, continuous_force=5.0)


class VirtualDevice:
    """Where the hand is and whether it presses is set from outside."""

    def __init__(self, pose):
        self.due_ns, self.p, self.pressed = 0, pose, False
        self.forces, self._number = [], 0

    def receive(self, message, sender, now_ns):
        if isinstance(message, DeviceForce):
            self.forces.append((now_ns, message))
        return ()

    def tick(self, now_ns):
        self.due_ns = now_ns + PERIOD_NS
        self._number += 1
        state = DeviceState(
            number=self._number,
            device_ns=now_ns,
            heard=self.forces[-1][1].number if self.forces else 0,
            p_handle=self.p,
            dead_man=self.pressed,
            hello=None if self.forces else HELLO,
        )
        return (Send(state),)


def build(settings, store, rng):
    return VirtualDevice(settings)


def device(pose=(0.0, 0.0, 0.0)):
    """The device as a participant, with the handle at this place when it comes."""
    return RoleSpec("device", f"{__name__}:build", pose)
