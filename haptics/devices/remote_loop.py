"""The force for a device that has no loop of its own, made in the run at each state that comes from it.

    state ---> how far has the hand gone, under which force? ---> energy at the port ---> force of this pose
               any that was sent, from the newest that the device had one state before to the newest that it
               has now: the dearest of them counts

That is the loop beside a device (`haptics.forces.force_loop`), seen from afar: it learns at most each 5 ms
where the hand is, and a force acts for a while before its work is seen.  The longer that takes, the less of
it passes.  So the port is passive for a hand that goes straight between two states, with no more acceleration
than is stated, on a device that gives what it is sent.  A hand that turns round more sharply may be given
some thousandths of a joule, which are then taken back before anything more is given.
"""

from collections.abc import Sequence

import msgspec

from haptics.forces.device_limits import DeviceLimits
from haptics.forces.force_loop import Felt, ForceLoop
from haptics.forces.wrench import NO_WRENCH, Wrench
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.device import DeviceHello, DeviceState
from telemetry.messages.force import NOWHERE, LocalModel

HAND_ACCELERATION = 10.0  # of a hand at work with a handle [m/s^2]


class RemoteForceLoop:
    """The loop of one device, and what is known of what it gives."""

    def __init__(self, hello: DeviceHello) -> None:
        """Give nothing."""
        limits = DeviceLimits(
            peak_force=hello.peak_force,
            continuous_force=hello.continuous_force,
            peak_torque=hello.peak_torque,
            continuous_torque=hello.continuous_torque,
        )
        self._loop = ForceLoop(limits, HAND_ACCELERATION)
        self._reported: Wrench | None = None  # by the device, that it gives
        self.felt = Felt(NO_WRENCH, "", 0.0, 0.0)

    @property
    def commanded(self) -> Wrench:
        """The wrench that the device is sent."""
        return self._loop.felt.wrench

    def on_state(
        self, state: DeviceState, model: LocalModel, acting: Sequence[Wrench], *, held_ns: int, now_ns: int
    ) -> None:
        """Take a state of the device.

        Args:
            state: in whose clock the loop's times are.
            model: to be rendered, in the ground's clock.
            acting: what may have been given since the state before, as it was sent.
            held_ns: for how long a force acts before it is seen what it did.
            now_ns: ground clock.
        """
        reported = None if state.force is None else Wrench(state.force, state.torque or NOWHERE)
        before, self._reported = self._reported, reported
        given = [each for each in (before, reported) if each is not None] if reported else acting
        at_ns = state.device_ns - (now_ns - model.at_ns)
        self._loop.on_model(msgspec.structs.replace(model, at_ns=at_ns))
        at, held_s = (state.p_handle, state.quat_handle, state.device_ns), held_ns / NS_PER_S
        own = self._loop.step(*at, acting=given or (NO_WRENCH,), held_s=held_s)
        self.felt = Felt(reported, state.limit, state.passed, state.energy) if reported else own
