"""The haptics role: what the hand does, 50 times each second, with the dead-man in every sample.

The hand is that of the lease's holder: on a device of its own, if one is there, or as script and window
describe it.  The newest word on it is never made younger here: a script or a window that freezes has let go
of the dead-man as soon as its last word is too old.  Whenever another hand takes the handle, the dead-man has
to be seen released before it counts again.  The owner of the handle is sent to the screens again and again,
so that one that opens late knows it too.
"""

from dataclasses import replace
from functools import partial

import msgspec
import numpy as np

from haptics.devices.device import Handle, HandleReading
from haptics.devices.network import NO_MODEL, NetworkHandle
from haptics.devices.simulated import SimulatedHandle
from haptics.feeling import Feeling
from haptics.forces.contact import DeferredContact, build_contact
from haptics.forces.delayed_spring import DelayedSpring
from haptics.forces.force_loop import Felt
from haptics.forces.guide import Guide
from haptics.forces.push import ForceReason, tool_at_home
from predictor.collision.method import build_world
from predictor.run_model import read_model
from telemetry.agreed.limits import DEAD_MAN_NS, next_instant
from telemetry.agreed.run_settings import NS_PER_S, SAMPLE_NS, RunSettings
from telemetry.life.beat import PeriodicBeat
from telemetry.life.contract import NEVER_NS, Effects, Input, Send, Store, Work, WorkDone
from telemetry.messages.acts import Lease
from telemetry.messages.base import Message
from telemetry.messages.device import DeviceHello, DeviceRefused, DeviceState
from telemetry.messages.fixture import Fixtures
from telemetry.messages.handle import HandIntent, HandleSample, HandleStatus
from telemetry.messages.prediction import PredictedArm

OWNER_NS = NS_PER_S // 5
FORCE_REPORT_NS = 80_000_000  # a force on the screens
LONG_AGO_NS = -NEVER_NS
ROLE = "haptics"


class HandleOwner:
    """The owner of the handle, and the newest device that was refused."""

    def __init__(self) -> None:
        """Begin without a refused device."""
        self._due_ns = 0
        self._refused = HandleStatus(holder="")

    def on_refused(self, message: DeviceRefused, now_ns: int) -> None:
        """Note that a device was sent away."""
        self._refused = HandleStatus(holder="", refused=message.name, why=message.why, refused_ns=now_ns)

    def take_due(
        self,
        sample: HandleSample,
        reading: HandleReading,
        *,
        holder: str,
        device: DeviceHello | None,
        intent_ns: int | None,
    ) -> list[HandleStatus]:
        """Return whose hand it is, if that is due.

        Args:
            sample: what planner and gate receive now.
            reading: what it was made of.
            holder: of the lease.
            device: that has the handle; None: the holder says the hand.
            intent_ns: when the newest word of that hand was true; None: there was none.
        """
        now_ns = sample.sampled_ns
        if now_ns < self._due_ns:
            return []
        self._due_ns = next_instant(self._due_ns, period_ns=OWNER_NS, now_ns=now_ns)
        status = msgspec.structs.replace(
            self._refused,
            holder=holder,
            device=device.name if device else "",
            rate=device.rate if device else 0.0,
            is_pressed=reading.dead_man,
            counts=sample.dead_man,
            age=None if intent_ns is None else max(0, now_ns - intent_ns) / NS_PER_S,
        )
        return [status]


class HapticsRole:
    """Reads the handle and sends it to planner and gate."""

    def __init__(
        self,
        settings: RunSettings,
        handle: SimulatedHandle,
        feeling: Feeling,
        *,
        guide: Guide,
        surroundings: DeferredContact,
    ) -> None:
        """Begin with the first tick."""
        self.due_ns = 0
        self._idle_ns = settings.idle_sample_ns
        self._simulated, self._feeling, self._guide = handle, feeling, guide
        self._contact, self._is_contact_asked = surroundings, surroundings.is_ready
        self._device = NetworkHandle()
        self._handle_in_use: Handle = handle  # by the hand that steers
        self._was_released = True  # the dead-man, since this hand has it
        self._presses = False  # the device's dead-man, as planner and gate receive it
        self._beat, self._owner = PeriodicBeat(ROLE, settings.configuration), HandleOwner()
        self._number = 0
        self._holder = ""
        self._force_due_ns = 0  # when the force is sent to the screens
        self._intent_ns = LONG_AGO_NS  # when the newest intent was true, as far as that can be known

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take what the hand of the lease's holder does; the hand of another is not on the handle."""
        if isinstance(message, PredictedArm):  # half of all
            self._feeling.on_message(message, now_ns)
            return self._contact_work()
        if isinstance(message, Lease) and message.holder != self._holder:
            self._holder, self._intent_ns, self._was_released = message.holder, LONG_AGO_NS, False
        if isinstance(message, HandIntent) and sender == self._holder:
            self._simulated.on_intent(message)
            self._intent_ns = min(message.at_ns, now_ns)
            self.due_ns = min(self.due_ns, next_instant(self.due_ns, period_ns=SAMPLE_NS, now_ns=now_ns))
        if isinstance(message, DeviceState):
            self._was_released &= not self._device.on_state(message, now_ns)
            return self._device_force(now_ns)  # at once: its next states can be as young as that
        if isinstance(message, DeviceRefused):
            self._owner.on_refused(message, now_ns)
        if isinstance(message, Fixtures):
            self._guide.on_fixtures(message)
        if isinstance(message, WorkDone):
            self._contact.start()
        if isinstance(message, Message):
            self._feeling.on_message(message, now_ns)
        return self._contact_work()

    def _contact_work(self) -> Effects:
        """Return the work that builds the contact, when a hand is first armed to feel it."""
        if self._is_contact_asked or not self._feeling.is_bilateral:
            return ()
        self._is_contact_asked = True
        return (Work(self._contact.why, build_contact, (self._contact,)),)

    def tick(self, now_ns: int) -> Effects:
        """Send one sample; samples that a stall has missed are not made up for."""
        period_ns = SAMPLE_NS if self._is_recent(now_ns) else self._idle_ns
        self.due_ns = next_instant(self.due_ns, period_ns=period_ns, now_ns=now_ns)
        self._number += 1
        reading = self._read(now_ns)
        self._was_released |= self._is_recent(now_ns) and not reading.dead_man
        sample = _sample(reading, self._number, now_ns, was_released=self._was_released)
        self._presses = sample.dead_man and self._handle_in_use is self._device
        self._feeling.on_sample(self._number, reading.p_handle)
        felt = self._feel(reading, now_ns)
        touches = map(Send, self._guide.take_touches(now_ns))
        whose = self._owner_status(sample, reading)
        return (Send(sample), *felt, *touches, *whose, *self._beat.take_due(now_ns))

    def _owner_status(self, sample: HandleSample, reading: HandleReading) -> Effects:
        """Send the screens whose hand it is."""
        has_device = self._handle_in_use is self._device
        stamp_ns = self._device.as_of_ns if has_device else self._intent_ns
        due = self._owner.take_due(
            sample,
            reading,
            holder=self._holder,
            device=self._device.hello if has_device else None,
            intent_ns=None if stamp_ns == LONG_AGO_NS else stamp_ns,
        )
        return [Send(status) for status in due]

    def _feel(self, reading: HandleReading, now_ns: int) -> Effects:
        """Let the hand feel what is new, and send it to the device and the screens."""
        model = self._feeling.model(reading, now_ns)
        if model is not None:
            self._simulated.on_model(model)
        self._device.on_model(model or NO_MODEL)
        force = self._device_force(now_ns)
        if now_ns < self._force_due_ns:
            return force
        self._force_due_ns = next_instant(self._force_due_ns, period_ns=FORCE_REPORT_NS, now_ns=now_ns)
        report = self._feeling.take_report(self._felt(), now_ns)
        return force if report is None else (*force, Send(report))

    def _felt(self) -> Felt:
        """Return what the hand is given, by the simulated device or by the real one."""
        of_device = self._device.felt if self._handle_in_use is self._device else None
        return of_device or self._simulated.felt

    def _read(self, now_ns: int) -> HandleReading:
        """Read the device, if it is there, or else the hand of the lease's holder."""
        held: Handle = self._device if self._device.is_there(now_ns) else self._simulated
        if held is not self._handle_in_use:
            self._handle_in_use, self._was_released = held, False
        reading = held.read(now_ns)
        is_as_read = not reading.dead_man or self._is_recent(now_ns)
        return reading if is_as_read else replace(reading, dead_man=False)

    def _is_recent(self, now_ns: int) -> bool:
        """True if the word on the hand is not too old."""
        return self._handle_in_use is self._device or now_ns - self._intent_ns <= DEAD_MAN_NS

    def _device_force(self, now_ns: int) -> Effects:
        force = self._device.answer(now_ns, is_pressed=self._presses)
        return () if force is None else (Send(force),)


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> HapticsRole:
    """Make the role with a simulated handle; what surrounds the arm now, or when a hand may first feel it."""
    model, law = read_model(settings), settings.hand.force
    guide = Guide(settings.configuration, stiffness=law.contact_stiffness, pull=settings.hand.pull)
    surroundings = DeferredContact(
        partial(build_world, settings.collision_method, model.robot, model.kept_clear),
        required_m=settings.margins.required_m,
        from_m=law.contact_from,
    )
    if settings.hand.steering.control == "bilateral":
        surroundings.build()
        surroundings.start()
    reasons: list[ForceReason] = [DelayedSpring(law.gain, law.turning_gain), surroundings, guide]
    for reason in reasons:
        reason.push(tool_at_home(model.robot))  # compiles what it asks
    hand, feeling = SimulatedHandle(rng, settings.hand.human), Feeling(settings, model.robot, reasons)
    return HapticsRole(settings, hand, feeling, guide=guide, surroundings=surroundings)


def _sample(reading: HandleReading, number: int, now_ns: int, *, was_released: bool) -> HandleSample:
    return HandleSample(
        number=number,
        sampled_ns=now_ns,
        p_handle=reading.p_handle,
        quat_handle=reading.quat_handle,
        dead_man=reading.dead_man and was_released,
        left_button=reading.left_button,
        right_button=reading.right_button,
        gripper=reading.gripper,
    )
