"""The cameras: what stands in a picture, when it is taken, and that it disturbs nothing."""

from typing import NamedTuple

import msgspec
import mujoco
import numpy as np
import pytest

from ground.pictures.camera import TO_SUN, CameraTable
from ground.pictures.default_cameras import default_cameras
from ground.rehearsal.body.geoms import SEEN, RayShapes
from ground.rehearsal.body.physics import Physics
from ground.rehearsal.pictures import onboard_cameras
from ground.rehearsal.pictures.onboard_cameras import (
    CONTROLS_PER_PICTURE,
    MOST_WAITING,
    SPREAD_NS,
    Cameras,
    take_picture,
)
from ground.rehearsal.pictures.raycast import CameraPose, cast_views
from ground.rehearsal.spacecraft.space_segment_role import build
from ground.scenario.scenario import load, run_settings, space_settings
from ground.scenario.scenario_table import LinkTable
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from telemetry.drive.store import MemoryStore
from telemetry.life.contract import Send, Work, WorkDone
from telemetry.messages.images import ImageShard
from telemetry.messages.spacecraft import Downlink, Telemetry
from telemetry.wire.codec import Reader, Received
from telemetry.wire.shards import Joined, PictureJoiner
from tests.tell import tell

SECOND = 1_000_000_000
ONE_MILLIRADIAN, ONE_MILLIMETRE = 1e-3, 1e-3
NOISE = 20  # grey levels that no noise exceeds
SCENARIO = load("observation_pass")
ROBOT, SCENE = read_robot(SCENARIO.robot), read_scene(SCENARIO.scene)
CAMERAS = default_cameras(ROBOT, SCENE)
SAFE = tuple(np.radians([0.0, -90.0, -90.0, 0.0, 0.0, 0.0]))
OBSERVING = tuple(np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0]))


class Seen(NamedTuple):
    """A picture, and what stands at each of its pixels."""

    grey: np.ndarray
    geom: np.ndarray
    lit: np.ndarray
    normal: np.ndarray
    eye: CameraPose
    physics: Physics

    def of(self, *names):
        """Mask of the pixels of some shapes."""
        return np.isin(self.geom, [self.physics.model.geom(name).id for name in names])


def physics_at(q):
    return Physics(ROBOT, SCENE, tuple(q))


def rig(physics, seed=1, tables=CAMERAS):
    return Cameras(physics, ROBOT, SCENE, tables=tables, rng=np.random.default_rng(seed))


def works(rig, periods=CONTROLS_PER_PICTURE):
    return [work for control in range(1, periods + 1) for work in rig.due_works(control, 0)]


def pixels(image):
    return np.frombuffer(image.pixels, np.uint8).reshape(image.height, image.width)


def picture(name, q):
    [image] = [i for i in (w.function(*w.arguments) for w in works(rig(physics_at(q)))) if i.camera == name]
    return pixels(image)


def see(name, q):
    physics = physics_at(q)
    [work] = [w for w in works(rig(physics)) if w.arguments[1].name == name]
    camera = work.arguments[1]
    body = physics.data.body(camera.body)
    R, T = body.xmat.reshape(3, 3), camera.T_body_camera
    eye = CameraPose(body.xpos + R @ T[:3, 3], R @ T[:3, :3], TO_SUN)
    views = cast_views(RayShapes(physics.model), physics.data, eye, rays=camera.optics.rays)
    grey = pixels(work.function(*work.arguments)).astype(int)
    return Seen(grey, views.geom, views.lit, views.normal, eye, physics)


@pytest.fixture(scope="module")
def overview():
    return see("global", OBSERVING)


def test_target_platform_and_arm_are_brighter_than_space_and_differ_from_one_another(overview):
    space = np.median(overview.grey[overview.geom < 0])
    bodies = [("target_bus",), ("platform",), ("upper_arm", "elbow_forearm")]
    greys = [np.median(overview.grey[overview.of(*names) & overview.lit]) for names in bodies]
    assert space < 10
    assert min(greys) > 4 * space
    assert min(abs(np.diff(sorted(greys)))) > 10


def test_the_global_camera_sees_the_hand_over_the_target(overview):
    rows, columns = np.nonzero(overview.of("hand"))
    assert len(rows) > 30
    assert overview.of("target_bus")[rows.max() + 10, int(columns.mean())]


def in_shadow(seen):
    """Mask of what faces the sun on the target and is not reached by it."""
    facing = np.einsum("i,ijk->jk", TO_SUN, seen.normal) > 0.5
    return seen.of("target_bus") & facing & ~seen.lit


def test_the_arm_throws_a_hard_shadow_on_the_target(overview):
    shadow = in_shadow(overview)
    lit = overview.of("target_bus") & overview.lit
    assert shadow.sum() > 200
    assert overview.grey[shadow].mean() < 0.3 * overview.grey[lit].mean()
    assert in_shadow(see("global", SAFE)).sum() < 0.5 * shadow.sum()


@pytest.mark.parametrize("name", ["hand_eye_a", "hand_eye_b"])
def test_the_hand_eye_cameras_see_the_hand_and_what_it_points_at(name):
    seen = see(name, OBSERVING)
    for names in (("hand",), ("target_bus",), ("target_handrail",)):
        assert seen.of(*names).mean() > 0.02


@pytest.mark.parametrize("name", ["hand_eye_a", "global"])
def test_a_camera_sees_the_arm_move_and_sees_nothing_when_it_stands(name):
    before, same, moved = (
        picture(name, np.add(OBSERVING, [turn, 0, 0, 0, 0, 0])).astype(int) for turn in (0.0, 0.0, 0.02)
    )
    assert (abs(moved - before) > NOISE).sum() > 100
    assert (abs(same - before) > NOISE).sum() == 0


def test_few_rays_see_what_one_ray_for_each_pixel_sees(overview, monkeypatch):
    camera = works(rig(overview.physics))[2].arguments[1]
    everything = look_closely(overview, camera.optics.rays, monkeypatch)
    views = cast_views(
        RayShapes(overview.physics.model), overview.physics.data, overview.eye, rays=camera.optics.rays
    )
    same = (everything.geom == views.geom) & (everything.lit == views.lit)
    assert same.mean() > 0.995
    assert abs(everything.depth - views.depth)[same].max() < 30 * ONE_MILLIMETRE
    assert np.median(abs(everything.depth - views.depth)[same & (views.geom >= 0)]) < ONE_MILLIMETRE


def test_what_is_seen_is_where_mujoco_has_it(overview):
    sight, eye, geom = RayShapes(overview.physics.model), overview.eye, np.empty(1, np.int32)
    rays = np.random.default_rng(1).uniform(-0.6, 0.6, (300, 3)) @ np.diag([1.0, 1.0, 0.0]) - [0.0, 0.0, 1.0]
    rays = np.ascontiguousarray(rays @ eye.R.T)
    hits = sight.caster.first_hits(eye.p, rays, T=sight.poses(overview.physics.data))
    model, data, seen = overview.physics.model, overview.physics.data, np.eye(6, dtype=np.uint8)[SEEN]
    for ray, distance, shape in zip(rays, hits.distance, hits.shape, strict=True):
        met = mujoco.mj_ray(model, data, eye.p, ray, seen, 1, -1, geom, None)
        assert (shape < 0) == (met < 0.0)
        assert shape < 0 or (distance == pytest.approx(met) and sight.shapes[shape] == geom[0])
    assert 0.1 < (hits.shape >= 0).mean() < 1.0


def look_closely(seen, rays, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("ground.rehearsal.pictures.raycast.COARSE", 1)
        return cast_views(RayShapes(seen.physics.model), seen.physics.data, seen.eye, rays=rays)


def test_a_camera_looks_along_minus_z_with_y_upwards():
    T = CameraTable(
        name="global", mount="platform", position_m=(1, 0, 0), look_at_m=(0, 0, 0), up=(0, 0, 1), fov_deg=50
    ).T_mount_camera
    assert T[:3, 2] == pytest.approx([1, 0, 0])  # backwards
    assert T[:3, 1] == pytest.approx([0, 0, 1])
    assert T[:3, 0] == pytest.approx([0, 1, 0])


def test_one_seed_gives_one_picture_and_another_seed_other_noise():
    first, again, other = (
        [w.function(*w.arguments) for w in works(rig(physics_at(SAFE), seed))] for seed in (1, 1, 2)
    )
    assert first == again
    differences = abs(pixels(first[0]).astype(int) - pixels(other[0]))
    assert 0 < differences.max() <= NOISE


def test_a_picture_is_of_the_instant_it_was_asked_for_even_if_physics_goes_on():
    physics = physics_at(OBSERVING)
    asked = works(rig(physics))
    before = [take_picture(*work.arguments) for work in asked]
    physics.data.qpos[7:] = SAFE
    assert [take_picture(*work.arguments) for work in asked] == before


def test_each_camera_takes_four_pictures_a_second_one_camera_after_the_other():
    taken = rig(physics_at(SAFE))
    per_period = [taken.due_works(control, 0) for control in range(1, 101)]
    assert max(map(len, per_period)) == 1
    numbers = [(work.arguments[1].name, work.arguments[2].number) for row in per_period for work in row]
    names = [camera.name for camera in CAMERAS]
    assert sorted(numbers) == sorted((name, number) for name in names for number in range(1, 5))


def test_a_camera_skips_when_too_many_pictures_are_in_the_making():
    slow = rig(physics_at(SAFE), tables=CAMERAS[:1])
    asked = works(slow, 3 * MOST_WAITING * CONTROLS_PER_PICTURE)
    assert len(asked) == MOST_WAITING
    slow.on_picture(take_picture(*asked[0].arguments))
    assert len(works(slow)) == 1


class Spacecraft:
    """The space segment, whose work is done at once."""

    def __init__(self, *, with_cameras=True, loss=0.0):
        run = run_settings(SCENARIO, seed=1, run_id="")
        settings = space_settings(SCENARIO, run, cameras=CAMERAS if with_cameras else ())
        link = LinkTable(up_s=0.5, down_s=0.5, jitter_s=0.1, loss=loss)
        self.role = build(
            msgspec.structs.replace(settings, link=link), MemoryStore(), np.random.default_rng(1)
        )
        self.reader, self.joiner = Reader(), PictureJoiner()
        self.heard, self.packets = [], 0

    def run(self, until_s):
        while self.role.due_ns <= until_s * SECOND:
            now_ns = self.role.due_ns
            for effect in self.role.tick(now_ns):
                self._carry_out(effect, now_ns)
        return self

    def _carry_out(self, effect, now_ns):
        if isinstance(effect, Work):
            tell(self.role, WorkDone(effect.name, effect.function(*effect.arguments)), now_ns)
        elif isinstance(effect, Send) and isinstance(effect.message, Downlink):
            received = self.reader.decode(effect.message.packet, "down")
            if isinstance(received, Received):
                self._hear(received.message, now_ns)

    def _hear(self, message, now_ns):
        self.packets += isinstance(message, ImageShard)
        found = self.joiner.on_shard(message, now_ns) if isinstance(message, ImageShard) else [message]
        self.heard += [(now_ns, one) for one in found]

    def of(self, kind):
        return [(now_ns, message) for now_ns, message in self.heard if isinstance(message, kind)]


def test_pictures_come_down_whole_a_delay_and_their_sending_later_however_telemetry_jitters():
    heard = Spacecraft().run(1.9).of(Joined)
    assert len(heard) >= 12
    assert not any(picture.bands or picture.mended for _, picture in heard)
    offset = SCENARIO.truth.clock_offset_s
    delays = [(now_ns - picture.image.sampled_ns) / SECOND + offset for now_ns, picture in heard]
    to_the_sixtieth_s = 59 / 69 * SPREAD_NS / SECOND
    assert delays == pytest.approx([0.5 + to_the_sixtieth_s] * len(heard), abs=0.011)


def test_three_cameras_send_a_steady_stream():
    spacecraft = Spacecraft()
    at_s, packets = 1.0, []
    while at_s < 2.0:
        before = spacecraft.run(at_s).packets
        at_s = round(at_s + 0.01, 2)
        packets.append(spacecraft.run(at_s).packets - before)
    assert sum(packets) == pytest.approx(12 * 69, abs=20)
    assert max(packets) <= 10


def test_telemetry_is_the_same_with_and_without_cameras_even_when_packets_are_lost():
    with_them = Spacecraft(loss=0.3).run(3.0).of(Telemetry)
    assert with_them == Spacecraft(with_cameras=False, loss=0.3).run(3.0).of(Telemetry)
    assert len(with_them) > 5


def test_pictures_become_whole_though_packets_are_lost():
    spacecraft = Spacecraft(loss=0.03).run(3.0)
    pictures = [picture for _, picture in spacecraft.of(Joined)]
    assert len(pictures) >= 24
    assert any(picture.mended for picture in pictures)
    assert not any(picture.bands for picture in pictures)


def test_without_cameras_nothing_is_asked_for():
    assert not Spacecraft(with_cameras=False).run(1.0).packets
    assert (
        onboard_cameras.Cameras(
            physics_at(SAFE), ROBOT, SCENE, tables=(), rng=np.random.default_rng(1)
        ).due_works(25, 0)
        == []
    )
