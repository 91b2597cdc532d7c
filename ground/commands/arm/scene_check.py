"""`farhand scene check FILE`: what a scene file, or a bare mesh, holds, and what is doubtful in it.

--json  the keys of `SceneFacts`, with --robot `SceneWithArm`, or `BareMesh`
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from ground.command_list import DONE
from ground.commands.arguments import Arguments
from ground.commands.output import answer, check_place
from ground.report.facts.words import count_text
from ground.report.listing import listing, table
from ground.run.kept.usage_error import UsageError
from ground.scenario.scenario_files import robot_file, scene_file
from predictor.geometry.formats.limits import LARGEST_FILE
from predictor.geometry.formats.mesh_files import READERS, MeshFiles, read_mesh
from predictor.geometry.scenes.covers import resting_covers
from predictor.geometry.scenes.scene_facts import (
    ArmInScene,
    BareMesh,
    BodyFacts,
    MeshFacts,
    SceneFacts,
    SceneWithArm,
    mesh_facts,
    scene_facts,
)
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import MeshShape, Scene
from predictor.inputs.doubt import Doubt
from predictor.model.files.robot_file import read_robot
from telemetry.files.settings import FileError, read_file

SCENE = ".toml"
BODIES = ("BODY", "CARRIED BY", "KG", "MOVES", "SHAPES")
MESHES = ("MESH", "FACES", "CLOSED", "M3", "EXTENT M", "PIECES", "COVERS", "M3 COVERED", "EXCESS MM")
SHAPES_SHOWN = 6  # names in a row, of a body that has more


def check(arguments: list[str]) -> int:
    """Show what a scene or a mesh holds; a doubt is no failure."""
    options = Arguments("scene check", "Look at a scene or a mesh: what it holds, what is doubtful.")
    options.add_argument(
        "file", type=scene_file, metavar="FILE", help="a shipped scene, a scene file, or a mesh"
    )
    options.add_argument(
        "--robot", type=robot_file, metavar="FILE", help="an arm in this scene: how clear, and what to mount"
    )
    options.add_json("the answer", is_needed=True)
    given = options.parse_args(arguments)
    check_place(given.json)
    facts = _facts(given.file, given.robot)
    answer(facts, as_text(facts), given.json)
    return DONE


def _facts(file: str, robot: str | None) -> SceneFacts | BareMesh:
    ending = Path(file).suffix.lower()
    if ending == SCENE:
        scene = read_scene(file)
        found = scene_facts(scene)
        if not robot:
            return found
        return SceneWithArm(**msgspec.structs.asdict(found), arm=_arm(file, scene, robot))
    if robot:
        raise UsageError("scene check: --robot needs a scene file, a bare mesh stands nowhere")
    if ending not in READERS:
        known = ", ".join([SCENE, *READERS])
        raise FileError(file, "", f"is neither a scene file nor a mesh; its name must end in {known}")
    mesh = read_mesh(file, read_file(file, at_most=LARGEST_FILE))
    pieces, boxes = MeshFiles(file, read_file).close_to(mesh, "")
    shape = MeshShape(name=Path(file).name, body="", mesh=mesh, pieces=pieces, boxes=boxes)
    return mesh_facts(shape, resting_covers(shape))


def _arm(file: str, scene: Scene, robot: str) -> ArmInScene:
    from predictor.queries.arm_in_scene import FitError, arm_in_scene  # kernels

    try:
        return arm_in_scene(read_robot(robot), scene)
    except FitError as error:
        raise FileError(file, "", f"does not fit {robot}: {error}") from None


def as_text(facts: SceneFacts | BareMesh) -> str:
    """Return a scene or a mesh in words and tables, how an arm stands in it, and what is doubtful."""
    arm = facts.arm if isinstance(facts, SceneWithArm) else None
    bodies = facts.bodies if isinstance(facts, SceneFacts) else []
    doubts = [*facts.doubts, *(arm.doubts if arm else [])]
    parts = [_heading(facts), _bodies(bodies), _meshes(facts), _arm_text(arm) if arm else "", _doubts(doubts)]
    return "\n\n".join(filter(None, parts))


def _heading(facts: SceneFacts | BareMesh) -> str:
    if isinstance(facts, BareMesh):
        return f"{facts.name}: a mesh"
    own = count_text(len(facts.shapes), "shape")
    meshes = f"{len(facts.meshes)} mesh{'' if len(facts.meshes) == 1 else 'es'}"
    kept = count_text(facts.kept_clear_of, "volume")
    return f"{facts.name}: {own}, {meshes}; the arm is kept clear of {kept}"


def _bodies(bodies: Sequence[BodyFacts]) -> str:
    rows = [_body_cells(body) for body in bodies]
    return "\n".join(table([BODIES, *rows])) if rows else ""


def _body_cells(body: BodyFacts) -> list[str]:
    shapes, moves = body.shapes, body.moves
    named = ", ".join(shapes[:SHAPES_SHOWN]) + (
        f" and {len(shapes) - SHAPES_SHOWN} more" * (len(shapes) > SHAPES_SHOWN)
    )
    way = f"{moves.from_s:g} to {moves.until_s:g} s" if moves else "no"
    return [body.name, body.carrier, f"{body.mass:g}" if body.mass else "-", way, named or "none"]


def _meshes(facts: SceneFacts | BareMesh) -> str:
    rows = [_mesh_cells(mesh) for mesh in facts.meshes]
    return "\n".join(table([MESHES, *rows])) if rows else ""


def _mesh_cells(mesh: MeshFacts) -> list[str]:
    extent = " x ".join(f"{high - low:.3g}" for low, high in zip(mesh.low, mesh.high, strict=True))
    volume = "-" if mesh.volume is None else f"{mesh.volume:.3g}"
    counts = [str(mesh.pieces), str(mesh.covers), f"{mesh.cover_volume:.3g}"]
    counts.append(f"{1e3 * mesh.excess:.1f}")
    return [mesh.name, str(mesh.faces), "yes" if mesh.watertight else "no", volume, extent, *counts]


def _arm_text(arm: ArmInScene) -> str:
    first, second = arm.pair
    lines = [f"{arm.name}: at home {1e3 * arm.home_clearance:.0f} mm clear, of {second} by {first}"]
    beyond = arm.unreachable
    if beyond:
        more = f" and {len(beyond) - SHAPES_SHOWN} more" * (len(beyond) > SHAPES_SHOWN)
        lines.append(f"never reached: {', '.join(beyond[:SHAPES_SHOWN])}{more}")
    for mount in arm.proposed_mounts:
        keys = "\n".join(f'{key} = "{value}"' for key, value in msgspec.structs.asdict(mount).items())
        lines.append(f"\n[[mount]]\n{keys}")
    return "\n".join(lines)


def _doubts(doubts: Sequence[Doubt]) -> str:
    if not doubts:
        return "nothing is doubtful"
    return listing([(row.what, f"{row.why}; {row.what_to_do}") for row in doubts])
