"""Read a URDF: the XML that robots are commonly described in, with meshes beside it.

    bytes --screen--> yourdfpy --> tree of what moves --> RobotTable --> Description
          own: what the text may hold    fixed joints merged      what it never says is named as missing

A URDF states no limits of acceleration and jerk and no safe pose, so it is described, never flown;
`farhand robot import` makes a robot file of it.  Its root is frame 0, and bolted to the ground also where it
has a mass: the foot of nearly every arm has one, and few of them float.
"""

import io
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from predictor.inputs.doubt import Doubt
from predictor.model.files.body_rows import with_possible_inertia
from predictor.model.files.description import Description, describe_bolted
from predictor.model.files.robot_table import UNKNOWN, BodyRow, LinkRow, RobotTable, validated
from predictor.model.files.urdf_bodies import StatedMass, mesh_rows, stated_mass
from predictor.model.files.urdf_elements import UrdfRobot
from predictor.model.files.urdf_joints import joint_rows, tool_rows
from predictor.model.files.urdf_screen import SHAPES, Screened, screen
from predictor.model.files.urdf_tree import LinkTree, link_tree
from telemetry.files.settings import FileError, FileReader, with_extra

INSTALL_CURE = with_extra("robots")


def describe_urdf(path: Path | str, read: FileReader) -> Description:
    """Check a URDF and return what it describes; `read` gives bytes.

    Raises:
        FileError: where in the file, what, and what would be right; or a library is not installed.
    """
    content = read(path)
    screened = screen(content, path)
    tree = link_tree(_loaded(screened, path), path)
    doubts = [*screened.doubts]
    table = validated(_table(screened.root.attrib["name"], tree, path=path, doubts=doubts), path)
    description = describe_bolted(table, path, read)
    return replace(description, doubts=(*description.doubts, *doubts))


def _loaded(screened: Screened, path: Path | str) -> UrdfRobot:
    """Return the structures that the library makes of what the screen understood; it knows no capsules."""
    try:
        import yourdfpy
    except ImportError:
        raise FileError("yourdfpy", "", f"is not installed, and URDF files need it; {INSTALL_CURE}") from None
    text = io.BytesIO(ElementTree.tostring(screened.root))
    try:
        robot: UrdfRobot = yourdfpy.URDF.load(text, build_scene_graph=False, load_meshes=False).robot
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise FileError(path, "", f"is no URDF that can be read ({error}); check it") from None

    for link in robot.links:
        for of, shapes in zip(SHAPES, (link.visuals, link.collisions), strict=True):
            for number, shape in enumerate(shapes):
                is_capsule = (link.name, of, number) in screened.capsules
                shape.geometry.capsule = shape.geometry.cylinder if is_capsule else None
                shape.geometry.cylinder = None if is_capsule else shape.geometry.cylinder
    return robot


def _table(name: str, tree: LinkTree, *, path: Path | str, doubts: list[Doubt]) -> RobotTable:
    joints = joint_rows(tree, path, doubts)
    moves = {row.kind == "prismatic" for row in joints if row.follows is None}
    return RobotTable(
        name=name,
        home_deg=UNKNOWN if False in moves else (),
        home_m=UNKNOWN if True in moves else (),
        joint=joints,
        tool=tool_rows(tree),
        capsule=UNKNOWN,
        mesh=mesh_rows(tree, path, doubts),
        platform=_platform(tree, path, doubts),
        link=tuple(
            with_possible_inertia(_link(tree, i + 1, path=path, doubts=doubts), doubts)
            for i in range(len(joints))
        ),
    )


def _platform(tree: LinkTree, path: Path | str, doubts: list[Doubt]) -> BodyRow | None:
    name = next(tree.of(0)).link.name
    body = stated_mass(tuple(tree.of(0)), path, doubts)
    if body.mass == UNKNOWN:
        return None
    return with_possible_inertia(BodyRow(name=name, **body._asdict()), doubts)


def _link(tree: LinkTree, frame: int, *, path: Path | str, doubts: list[Doubt]) -> LinkRow:
    """Return the body that a joint's frame carries, named by the link behind the joint."""
    links = tuple(tree.of(frame))
    body: StatedMass = stated_mass(links, path, doubts)
    return LinkRow(name=links[0].link.name, frame=frame, **body._asdict())
