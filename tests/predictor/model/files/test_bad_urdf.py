"""URDF files that cannot be used: each is told in one line, before anything is made of it."""

import os
import random
import re
import resource
import shutil

import pytest

from predictor.model.files.robot_file import describe_robot
from telemetry.files.settings import FileError
from tests.predictor.model.files.urdf_texts import ARM, BOX, INERTIAL, joint, link
from tests.shared_data import shared_file

MESH = '<collision><geometry><mesh filename="{}"/></geometry></collision>'
END = "</robot>"
BOMB = '<!DOCTYPE robot [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
EXTERNAL = '<!DOCTYPE robot [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
HEAD = '<?xml version="1.0"?>'
MASS = '<mass value="2"/>'
LIMIT = '<limit lower="-1" upper="2" velocity="0.5" effort="10"/>'
MOVES, BASE, SPOILT = "joint 'lift'", "link 'base'", "line 10: joint 'lift'"
OF_FOLDER, OUT = "must be a file of this folder", "leads out of this folder"

ROWS = [
    ("an entity bomb", HEAD, HEAD + BOMB, "line 1", "has a document type"),
    ("an external entity", HEAD, HEAD + EXTERNAL, "line 1", "has a document type"),
    ("a document type", HEAD, HEAD + '<!DOCTYPE robot SYSTEM "http://a.b/c.dtd">', "line 1", "document type"),
    ("an entity that is not there", 'name="lift"', 'name="&x;"', "line 2", "is not XML: undefined entity"),
    ("another document", ARM, "<html></html>", "line 1", "must be 'robot', not 'html'"),
    ("an empty file", ARM, "", "line 1", "is not XML: no element found"),
    ("half a file", ARM[len(ARM) // 2 :], "", "line", "is not XML"),
    ("xacro", END, "<xacro:include filename='x'/>" + END, "line", "expand it first"),
    ("a deep nest", END, "<a>" * 40 + "</a>" * 40 + END, "line", "32 within one another"),
    ("a link there twice", END, link("mast") + END, "link 'mast'", "is there twice"),
    ("a joint there twice", END, joint("tip", "fixed", "plate", "tip") + END, "joint 'tip'", "there twice"),
    ("a link that is missing", 'child link="mast"', 'child link="mist"', MOVES, "did you mean 'mast'"),
    ("a link without a name", '<link name="left">', "<link>", "line 7: link ''", "lacks 'name'"),
    ("a circle", END, joint("x", "fixed", "left", "base") + END, "", "has no root"),
    ("a circle of some", 'parent link="base"', 'parent link="left"', "link 'mast'", "stands in a circle"),
    ("a circle apart", END, link("a") + link("b") + joint("ab", "fixed", "a", "b")
        + joint("ba", "fixed", "b", "a") + END, "link 'a'", "stands in a circle"),
    ("two roots", END, link("lost") + END, "", "has 2 roots: base, lost"),
    ("two parents", END, joint("x", "fixed", "left", "right") + END, "link 'right'", "carried by 'right'"),
    ("no joint that moves", ARM, f'<robot name="a">{link("b")}</robot>', "", "has no joint that moves"),
    ("a joint that floats", 'type="prismatic"', 'type="floating"', MOVES, "is floating; an arm's joints are"),
    ("a joint in a plane", 'type="prismatic"', 'type="planar"', MOVES, "is planar"),
    ("an unknown joint", 'type="prismatic"', 'type="hinge"', MOVES, "is hinge"),
    ("limits reversed", 'lower="-1"', 'lower="3"', MOVES, "3 .. 2 leave it no way"),
    ("a limit of NaN", 'lower="-1"', 'lower="nan"', SPOILT, "must be finite"),
    ("an endless limit", 'upper="2"', 'upper="inf"', SPOILT, "must be finite"),
    ("a limit of letters", 'upper="2"', 'upper="two"', SPOILT, "must be numbers"),
    ("an empty limit", 'upper="2"', 'upper=""', SPOILT, "must be 1 numbers"),
    ("a speed below zero", 'velocity="0.5"', 'velocity="-1"', MOVES, "must be greater than 0"),
    ("a huge angle", LIMIT, LIMIT.replace("2", "1e9"), "", "makes no robot file"),
    ("an axis of length zero", 'axis xyz="0 0 1"', 'axis xyz="0 0 0"', MOVES, "axis of length 0"),
    ("an axis of two numbers", 'axis xyz="0 0 1"', 'axis xyz="0 1"', SPOILT, "must be 3 numbers"),
    ("an axis with commas", 'axis xyz="0 0 1"', 'axis xyz="0, 0, 1"', SPOILT, "with blanks between them"),
    ("too many shapes", BOX, BOX * 600, "", "has 601 shapes, at most 512"),
    ("two axes", '<axis xyz="0 0 1"/>', '<axis xyz="0 0 1"/>' * 2, SPOILT, "may have one 'axis'"),
    ("no child", '<child link="mast"/>', "", SPOILT, "must have one 'child'"),
    ("a mass of zero, all of it", ARM, ARM.replace(MASS, '<mass value="0"/>'), None, "mass 0"),
    ("a mass below zero", MASS, '<mass value="-2"/>', BASE, "mass -2 must be greater than 0"),
    ("a mass of NaN", MASS, '<mass value="nan"/>', "line 3: link 'base'", "must be finite"),
    ("a mass without value", MASS, "<mass/>", "line 3: link 'base'", "mass lacks 'value'"),
    ("half an inertia", 'izz="0.05"', "", "line 3: link 'base'", "inertia lacks 'izz'"),
    ("two masses", MASS, MASS * 2, "line 3: link 'base'", "may have one 'mass'"),
    ("an inertia that no body has", INERTIAL, INERTIAL.replace("0.05", "0.5"), None, "no body has it"),
    ("a mimic of nobody", 'mimic joint="left"', 'mimic joint="lefd"', "joint 'right'", "did you mean 'left'"),
    ("a mimic of itself", 'mimic joint="left"', 'mimic joint="right"', "joint 'right'", "in a circle"),
    ("a mimic that stands", 'multiplier="-0.5"', 'multiplier="0"', "joint 'right'", "multiplier 0"),
    ("a shape without a shape", '<box size="0.1 0.2 0.3"/>', "", "line 3: link 'base'", "must be one of box"),
    ("an unknown shape", "box size", "cone size", "line 3: link 'base'", "must be one of box"),
    ("a flat box", "0.1 0.2 0.3", "0.1 0.0 0.3", "line 3: link 'base'", "must be greater than 0"),
    ("a scale of zero", BOX, MESH.format('a.stl" scale="1 0 1'), "line 3: link 'base'", "greater than 0"),
    ("a mirrored mesh", BOX, MESH.format('a.stl" scale="1 -1 1'), "line 3: link 'base'", "greater than 0"),
    ("a mesh of the net", BOX, MESH.format("http://a.b/c.stl"), BASE, OF_FOLDER),
    ("a mesh by address", BOX, MESH.format("file:///etc/x.stl"), BASE, OF_FOLDER),
    ("a mesh of the root", BOX, MESH.format("/etc/x.stl"), BASE, OF_FOLDER),
    ("a mesh outside", BOX, MESH.format("../x.stl"), BASE, OUT),
    ("a mesh outside by a link", BOX, MESH.format("meshes/link.stl"), BASE, OUT),
    ("a package outside", BOX, MESH.format("package://a/../../x.stl"), BASE, OUT),
    ("a package elsewhere", BOX, MESH.format("package://a/x.stl"), BASE, "put it to x.stl or a/x.stl"),
    ("a mesh that is missing", BOX, MESH.format("x.stl"), "", "x.stl: cannot be read"),
    ("a mesh of nothing", BOX, MESH.format("meshes/empty.stl"), "", "empty.stl"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "where", "problem"), ROWS, ids=[row[0] for row in ROWS])
def test_a_bad_urdf_is_told_in_one_line(tmp_path, name, old, new, where, problem):
    assert old in ARM, "no damage"
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes/empty.stl").touch()
    os.symlink("/etc/hostname", tmp_path / "meshes/link.stl")
    path = tmp_path / "arm.urdf"
    path.write_text(ARM.replace(old, new, 1))
    if where is None:  # doubted, and not known
        assert problem in " ".join(doubt.why for doubt in describe_robot(path).doubts)
        return
    with pytest.raises(FileError) as caught:
        describe_robot(path)
    told = str(caught.value)
    assert (where in told, problem in told, "\n" in told) == (True, True, False), told


REAL = [
    "shiyan7_like/shiyan7_like.urdf",
    "ets_vii/ets_vii_consistent.urdf",
    "puma560/dh.toml",
    pytest.param("panda/panda.urdf", marks=pytest.mark.sweep),  # with meshes
    pytest.param("motoman_mh6/mh6.urdf", marks=pytest.mark.sweep),
]
NUMBER = re.compile(rb"-?\d+\.?\d*")
ONE_GIB = 2**20  # in KiB
ODD_NUMBERS = (b"nan", b"-1", b"0", b"1e400", b"1e30", b"x", b"")


def cut(rng, content):
    """End the file somewhere."""
    return content[: rng.randrange(len(content))]


def flipped(rng, content):
    """Change some bytes."""
    damaged = bytearray(content)
    for _ in range(rng.randrange(1, 20)):
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)
    return bytes(damaged)


def doubled(rng, content):
    """Have some lines twice."""
    lines = content.splitlines(keepends=True)
    first = rng.randrange(len(lines))
    last = first + rng.randrange(1, 12)
    return b"".join(lines[:last] + lines[first:last] + lines[last:])


def renumbered(rng, content):
    """Have other numbers in some places."""
    places = rng.sample([*NUMBER.finditer(content)], 3)
    for place in sorted(places, key=lambda match: -match.start()):
        content = content[: place.start()] + rng.choice(ODD_NUMBERS) + content[place.end() :]
    return content


@pytest.mark.parametrize("damage", [cut, flipped, doubled, renumbered])
@pytest.mark.parametrize("name", REAL)
def test_a_damaged_file_is_refused_in_one_line_or_is_a_robot(tmp_path, name, damage):
    source = shared_file(f"data/robots/{name}")
    for folder in source.parent.glob("meshes"):
        shutil.copytree(folder, tmp_path / "meshes")
    content, rng = source.read_bytes(), random.Random(f"{name} {damage.__name__}")
    path, before = tmp_path / source.name, most_memory()
    for _ in range(3):
        damaged = damage(rng, content)
        assert damaged != content
        path.write_bytes(damaged)
        told = outcome(path)
        assert (told.count("\n"), most_memory() - before < ONE_GIB) == (0, True)


def most_memory():
    """Return the most that this process has held so far [KiB]."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def outcome(path):
    """Return the error, or the name of the robot that passed all checks."""
    try:
        return describe_robot(path).robot.name
    except FileError as error:
        return str(error)
