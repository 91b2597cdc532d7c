"""The space segment: link, on-board software, body and scripted faults as one role.

    Uplink --> up line (delay, loss, windows) --> on board --> commanded state --> body
    Downlink <-- down line <------- telemetry, range 10 Hz <-- sensors <------------+--> truth 20 Hz
          ^----- line of pictures <----------- cameras 4 Hz each <------------------'

Control runs at 100 Hz on the ground's clock; at each of its instants the body is brought up to that instant.
The delays of the space link are here and nowhere else.  Pictures have a line of their own, so that a run is
the same with and without them.  Their shards leave one by one (`ground.rehearsal.pictures.onboard_cameras`),
at control periods, and without jitter: a picture is mended only where something was lost.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import gcd
from typing import Literal

import numpy as np

from ground.faults.any_fault import JointFault
from ground.pictures.default_cameras import default_cameras
from ground.rehearsal.body.as_built import ContactWatch, Encoders, RangeSensing, onboard_clock, perturbed
from ground.rehearsal.body.kinematic import Kinematic
from ground.rehearsal.body.motor_heat import MotorHeat, rated_currents
from ground.rehearsal.body.physics import Physics
from ground.rehearsal.body.plant import CONTROL_PERIOD_NS, Plant
from ground.rehearsal.pictures.onboard_cameras import Cameras, PictureDownlink
from ground.rehearsal.spacecraft.joint_telemetry import JointTelemetry
from ground.rehearsal.spacecraft.onboard import OnBoard
from ground.rehearsal.spacecraft.onboard_report import Mode, NewestCommand, reports_that_fit
from ground.rehearsal.spacecraft.scripted_faults import FailingJoints, FaultSchedule, loss_notice
from ground.rehearsal.spacecraft.spacecraft_end import AnsweredStart, BegunPass, SpacecraftEnd
from ground.scenario.scenario import SpaceSettings
from ground.scenario.scenario_table import LinkTable, PlantName
from predictor.motion.stop import JointLimits
from predictor.run_model import read_model
from telemetry.agreed.keys import UNSEALED
from telemetry.agreed.limits import jitter_bound_ns, longest_lead_ns
from telemetry.agreed.participants import SECOND_UPLINK, Speakers
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import RunSettings
from telemetry.hold.orphan import OrphanWatch
from telemetry.hold.presses import Presses
from telemetry.life.boot import FIRST_BOOT, Boot
from telemetry.life.contract import (
    UNSEALED_RINGS,
    Effect,
    Effects,
    Input,
    Orphaned,
    Persist,
    Rings,
    Send,
    WorkDone,
)
from telemetry.link.impairment import DelayLine, Losses
from telemetry.messages.command import GateCommand, HoldCommand, HoldProbe, ready, taken
from telemetry.messages.spacecraft import Downlink, Telemetry, Uplink
from telemetry.wire.codec import Wire
from telemetry.wire.packet import Packet, unpack
from telemetry.wire.protection.pass_start import STARTS_LOG

NAME = "space_segment"

PLANTS: dict[PlantName, Callable[..., Plant]] = {"physics": Physics, "kinematic": Kinematic}
TRUTH_EVERY = 5  # control periods


def speakers_as(name: str, run: RunSettings, keys: Rings) -> Speakers:
    """Return the speakers of a run with the ring of one that this end speaks for."""
    return replace(run.speakers, keys=keys.get(name, UNSEALED))


def _on_board(run: RunSettings, limits: JointLimits, start_q: tuple[float, ...], *, now_ns: int) -> OnBoard:
    buffer_ns, period_ns = run.commanding.buffer_ns, run.commanding.period_ns
    lead_ns = longest_lead_ns(buffer_ns=buffer_ns, period_ns=period_ns, error_ns=jitter_bound_ns(run.link))
    return OnBoard(limits, start_q, period_ns=period_ns, lead_ns=lead_ns, now_ns=now_ns)


def _delay_line(
    link: LinkTable, direction: str, rng: np.random.Generator, *, jitter_s: float = 0.0
) -> DelayLine:
    return DelayLine(
        delay_s=link.up_s if direction == "up" else link.down_s,
        jitter_s=jitter_s,
        losses=Losses(link.loss, burst=link.burst),
        windows_s=link.windows_s,
        window_at="push" if direction == "up" else "pop",
        rng=rng,
    )


def _controls_a_tick(settings: SpaceSettings, *, has_cameras: bool) -> int:
    """Return in how many control periods something is to be told."""
    if has_cameras or any(isinstance(fault, JointFault) for fault in settings.faults):
        return 1
    return gcd(TRUTH_EVERY, _telemetry_every(settings.run))


def _telemetry_every(run: RunSettings) -> int:
    return max(1, round(run.link.telemetry_period_ns / CONTROL_PERIOD_NS))


class SpaceSegment:
    """The role."""

    def __init__(
        self,
        settings: SpaceSettings,
        rng: np.random.Generator,
        end: SpacecraftEnd,
        *,
        boot: Boot = FIRST_BOOT,
        keys: Rings = UNSEALED_RINGS,
    ) -> None:
        """Build the spacecraft as it really is, and the link to it, of which `end` is its end."""
        run, truth = settings.run, settings.truth
        built_rng, encoder_rng, up_rng, down_rng, camera_rng, pictures_rng, range_rng = rng.spawn(7)
        model = read_model(run)
        robot, scene = model.robot, model.scene
        built = perturbed(robot, built_rng, link_offset_m=truth.link_offset_m, payload_kg=truth.payload_kg)
        as_built = {"drive_lag_s": truth.drive_lag_s, "left_out": model.left_out}
        self._plant = PLANTS[truth.plant](built, scene, settings.start_q, **as_built)
        tables = default_cameras(robot, scene) if settings.cameras is None else settings.cameras
        self._cameras = Cameras(self._plant, built, scene, tables=tables, rng=camera_rng)
        self._clock = onboard_clock(offset_s=truth.clock_offset_s, drift_ppm=truth.clock_drift_ppm)
        self._onboard = _on_board(run, robot.limits, settings.start_q, now_ns=self._clock.read(0))
        self._newest_command = NewestCommand()
        self._encoders = Encoders(noise_rad=float(np.radians(truth.encoder_noise_deg)), rng=encoder_rng)
        heat = MotorHeat(rated_currents(self._plant.model, robot.limits.qdd_max))
        self.joints = JointTelemetry([joint.name for joint in robot.commanded], heat)
        self._range = RangeSensing(built.range_sensor, self._plant, range_rng) if built.range_sensor else None
        self._watch = ContactWatch(self._plant)
        self._faults, self._failing = FaultSchedule(settings.faults), FailingJoints(settings.faults, robot)
        link, jitter_s = settings.link, settings.link.jitter_s
        self._up = _delay_line(link, "up", up_rng, jitter_s=jitter_s)
        self._down = _delay_line(link, "down", down_rng, jitter_s=jitter_s)
        self._pictures = _delay_line(link, "down", pictures_rng)
        self._picture_downlink = PictureDownlink()
        self.end = end
        self._second_uplink = Wire(SECOND_UPLINK, speakers_as(SECOND_UPLINK, run, keys), boot=boot)
        self._telemetry_every = _telemetry_every(run)
        self._orphan_watch = OrphanWatch(run.mode, run.participants)
        self._presses = Presses()
        self._controls, self._controls_a_tick = 0, _controls_a_tick(settings, has_cameras=bool(tables))
        self._plan_ticks()

    def _plan_ticks(self) -> None:
        """Be due when something is to be told, or comes: control in between is made up for then."""
        control_ns = (self._controls // self._controls_a_tick + 1) * self._controls_a_tick * CONTROL_PERIOD_NS
        self.due_ns = min(control_ns, self._up.due_ns, self._down.due_ns, self._faults.due_ns)

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take a packet up, or the second copy of a HOLD; its fate on the way is decided now."""
        if isinstance(message, WorkDone):
            self._cameras.on_picture(message.value)
            self._picture_downlink.add(message.value, now_ns)
            return []
        if isinstance(message, Orphaned):
            self._orphan_watch.on_orphaned(now_ns)
        effects: list[Effect] = []
        if isinstance(message, Uplink):
            packets = [message.packet]
        elif isinstance(message, HoldCommand):
            self._orphan_watch.on_request(now_ns, message.actor)
            packets = self._second_uplink.packets(message, now_ns) if self._presses.on_hold(message) else []
            effects.append(Send(taken(message, NAME), to=sender))
        elif isinstance(message, HoldProbe):
            return [Send(ready(message, NAME), to=sender)]
        else:
            return []
        for packet in packets:
            effects += self._loss_reports("uplink", self._up.push(packet, now_ns))
        self._plan_ticks()
        return effects

    def tick(self, now_ns: int) -> Effects:
        """Bring control up to now, begin and end faults, and hand packets over at both ends."""
        effects: list[Effect] = []
        if self._controls == 0:  # one that starts late, as after a crash, has no past to catch up with
            self._controls = max(0, now_ns // CONTROL_PERIOD_NS - 1)
        while (self._controls + 1) * CONTROL_PERIOD_NS <= now_ns:
            self._controls += 1
            effects += self._control(self._controls * CONTROL_PERIOD_NS)
        for event in self._faults.pop(now_ns):
            if event.begins:
                event.fault.begin(self, now_ns)
            effects.append(Send(event.notice()))
        for packet in self._up.pop(now_ns):
            effects += self._arrive(packet, now_ns)
        self._send_pictures(now_ns)
        down = self._down.pop(now_ns) + self._pictures.pop(now_ns)
        effects += [Send(Downlink(packet=packet)) for packet in down]
        self._plan_ticks()
        return [*effects, *self._orphan_watch.ending(now_ns)]

    def hold_on_board(self, now_ns: int) -> None:
        """Let the software on board stop the arm, and latch."""
        self._onboard.hold(Reason.ONBOARD_LATCH, self._clock.read(now_ns))

    def black_out(self, direction: Literal["up", "down"], begin_ns: int, end_ns: int) -> None:
        """Let nothing through that way between two instants."""
        for line in (self._up,) if direction == "up" else (self._down, self._pictures):
            line.blackout(begin_ns, end_ns)

    def lengthen(self, by_s: float) -> None:
        """Make the delay longer, or shorter, each way."""
        for line in (self._up, self._down, self._pictures):
            line.lengthen(by_s)

    def step_clock(self, by_s: float, now_ns: int) -> None:
        """Let the clock on board show another time."""
        by_ns = round(by_s * 1e9)
        self._onboard.step_clock(by_ns, self._clock.read(now_ns))
        self._newest_command.step_clock(by_ns)
        self._clock = replace(self._clock, offset_ns=self._clock.offset_ns + by_ns)

    def _arrive(self, packet: bytes, now_ns: int) -> list[Effect]:
        came = self.end.on_packet(packet, now_ns)
        if came is None:
            return []
        self._orphan_watch.on_predecessor(now_ns)
        if isinstance(came, AnsweredStart):  # also if it cannot be made durable: its replay begins nothing
            effects: list[Effect] = [Persist(STARTS_LOG, came.taken.record)]
            return effects + self._send_down(came.answer, now_ns)
        if isinstance(came, BegunPass):
            self._newest_command = NewestCommand()
            self._onboard.hold(Reason.PASS_STARTED, self._clock.read(now_ns))
        command = came.command if isinstance(came, BegunPass) else came
        head = unpack(packet)
        if isinstance(command, GateCommand) and isinstance(head, Packet):
            self._newest_command.on_packet(head.at_ns, self._clock.read(now_ns))
        if command is not None:
            self._onboard.receive(command, self._clock.read(now_ns))
        return []

    def _send_down(self, packets: Iterable[bytes], now_ns: int) -> list[Effect]:
        fates = [self._down.push(packet, now_ns) for packet in packets]
        return [effect for fate in fates for effect in self._loss_reports("downlink", fate)]

    def _control(self, now_ns: int) -> list[Effect]:
        """Bring the body up to now, and sample what is due."""
        spacecraft_ns = self._clock.read(now_ns)
        self._onboard.advance(spacecraft_ns)
        self._plant.put_bodies(now_ns * 1e-9)
        commanded, brakes_on = self._onboard.reference(spacecraft_ns), self._onboard.mode is Mode.LATCHED
        self._plant.step(self._failing.driven(commanded, brakes_on=brakes_on))
        effects: list[Effect] = [*map(Send, self._failing.begin(self._plant, commanded, now_ns))]
        self._watch.step()
        if self._controls % TRUTH_EVERY == 0:
            truth = self._watch.check()
            effects += [Send(truth)] if truth else []
        if self._controls % self._telemetry_every == 0:
            report = self._sample(spacecraft_ns, now_ns)
            self._orphan_watch.on_telemetry(report, now_ns)
            for message in (report, *([self._range.sample(spacecraft_ns)] if self._range else [])):
                effects += self._send_down(self.end.packets(message, now_ns), now_ns)
        return [*effects, *self._cameras.due_works(self._controls, spacecraft_ns)]

    def _send_pictures(self, now_ns: int) -> None:
        """Put on their way what is due of the pictures; what is lost of them the image monitor counts."""
        for shard in self._picture_downlink.pop_due(now_ns):
            for packet in self.end.packets(shard, now_ns):
                self._pictures.push(packet, now_ns)

    def _sample(self, spacecraft_ns: int, now_ns: int) -> Telemetry:
        measured = self._plant.measured()
        q, n = self._encoders.read(measured.q), len(measured.q)
        self._onboard.follow_standing_joints(q, measured.qd.tolist())
        report, equipment = self._onboard.report(spacecraft_ns), self._onboard.equipment.state
        fitting = reports_that_fit(n, beside_equipment=equipment is not None)
        return Telemetry(
            sampled_ns=spacecraft_ns,
            qd=tuple(measured.qd.tolist()),
            **self.joints.on_sample(q, measured.currents, now_ns)._asdict(),
            brakes_on=report.mode == Mode.LATCHED,
            locked=(False,) * n,
            gripper=self._onboard.equipment.opening,
            quat_world_base=tuple(measured.quat_world_base.tolist()),
            p_world_base=tuple(measured.p_world_base.tolist()),
            rate_base=tuple(measured.rate_base.tolist()),
            echo=self._newest_command.echo(spacecraft_ns),
            **report._asdict(),
            equipment=equipment,
            reports=self._onboard.fates.next_reports(fitting),
        )

    def _loss_reports(self, direction: str, reason: str | None) -> list[Effect]:
        """Return the notice of a lost packet; a closed window is no fault."""
        return [Send(loss_notice(direction, reason))] if reason in ("loss", "blackout") else []
