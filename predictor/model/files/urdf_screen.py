"""What a URDF may hold before any library sees it: plain XML of bounded size, with numbers for numbers.

    bytes --expat--> no document type, so no entity and nothing from elsewhere; not too deep, not too much
                 --> each element that is read is there as often as it may be, with its attributes

The library that makes structures of the text (`predictor.model.files.urdf_file`) guesses where something is
missing, and takes the first of what is there twice; here both are told instead.
"""

import math
from pathlib import Path
from typing import Final
from xml.parsers import expat

from telemetry.settings import FileError

DEEPEST = 32  # elements within one another
MOST_ELEMENTS = 20_000
GEOMETRIES = ("box", "cylinder", "sphere", "mesh")
XACRO = "is a xacro file; expand it first: xacro IN > OUT.urdf"

# path of an element: attributes that it must have
NEEDED: Final = {
    "robot": ("name",),
    "robot/link": ("name",),
    "robot/joint": ("name", "type"),
    "robot/joint/parent": ("link",),
    "robot/joint/child": ("link",),
    "robot/joint/mimic": ("joint",),
    "robot/link/inertial/mass": ("value",),
    "robot/link/inertial/inertia": ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"),
    **{
        f"robot/link/{of}/geometry/{shape}": needed
        for of in ("visual", "collision")
        for shape, needed in (
            ("box", ("size",)),
            ("cylinder", ("radius", "length")),
            ("sphere", ("radius",)),
            ("mesh", ("filename",)),
        )
    },
}
# path: elements in it that there must be one of, and those that there may be one of
ONE: Final = {
    "robot/joint": ("parent", "child"),
    "robot/link/visual": ("geometry",),
    "robot/link/collision": ("geometry",),
}
AT_MOST_ONE: Final = {
    "robot/link": ("inertial",),
    "robot/link/inertial": ("origin", "mass", "inertia"),
    "robot/link/visual": ("origin", "material"),
    "robot/link/collision": ("origin",),
    "robot/joint": ("origin", "axis", "limit", "mimic", "dynamics", "calibration", "safety_controller"),
}
# attribute: how many numbers it holds
COUNTS: Final = {
    **dict.fromkeys(("xyz", "rpy", "size"), (3,)),
    "rgba": (4,),
    "scale": (1, 3),
    **dict.fromkeys(("radius", "length", "lower", "upper", "velocity", "effort"), (1,)),
    **dict.fromkeys(("multiplier", "offset", "ixx", "ixy", "ixz", "iyy", "iyz", "izz"), (1,)),
    **dict.fromkeys(("rising", "falling"), (1,)),
    **dict.fromkeys(("soft_lower_limit", "soft_upper_limit", "k_position", "k_velocity"), (1,)),
}
SHOWN = 40  # characters of a text that is told
ABOVE_ZERO = ("size", "scale", "radius", "length")


def screen(content: bytes, path: Path | str) -> None:
    """Raise a FileError that tells the line of the first thing that no URDF holds."""
    look = _Look(path)
    try:
        look.parser.Parse(content, True)
    except expat.ExpatError as error:
        raise FileError(
            path, f"line {error.lineno}", f"is not XML: {expat.ErrorString(error.code)}"
        ) from None
    except FileError:
        raise
    except (LookupError, ValueError) as error:  # of an encoding that nobody knows
        raise FileError(path, "", f"is not XML: {error}") from None


class _Look:
    """One walk through a file."""

    def __init__(self, path: Path | str) -> None:
        self._path = path
        self._elements = 0
        self._open: list[tuple[str, list[str]]] = []  # elements that are open, and what they hold so far
        self._name = ""  # of the link or joint that is open
        self.parser = expat.ParserCreate()
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end

    def _blame(self, problem: str) -> FileError:
        place = f"line {self.parser.CurrentLineNumber}"
        return FileError(self._path, f"{place}: {self._name}" if self._name else place, problem)

    def _doctype(self, *_: object) -> None:
        raise self._blame("has a document type; entities and external parts are never read; take it out")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        if self._elements > MOST_ELEMENTS or len(self._open) >= DEEPEST:
            raise self._blame(f"more than {MOST_ELEMENTS} elements, or {DEEPEST} within one another")
        if ":" in tag:
            raise self._blame(XACRO if tag.startswith("xacro:") else f"unknown element {tag!r}")
        if not self._open and tag != "robot":
            raise self._blame(f"its outermost element must be 'robot', not {tag!r}")
        if self._open:
            self._open[-1][1].append(tag)
        self._open.append((tag, []))
        where = "/".join(name for name, _ in self._open)
        if where in ("robot/link", "robot/joint"):
            self._name = f"{tag} {attributes.get('name', '')!r}"
        if _is_read(where):
            self._attributes(tag, attributes, NEEDED.get(where, ()))

    def _attributes(self, tag: str, attributes: dict[str, str], needed: tuple[str, ...]) -> None:
        for key in needed:
            if not attributes.get(key, "").strip():
                raise self._blame(f"{tag} lacks {key!r}")
        for key, text in attributes.items():
            if key in COUNTS or (tag == "mass" and key == "value"):
                self._numbers(f"{tag} {key}", text, COUNTS.get(key, (1,)))

    def _numbers(self, what: str, text: str, counts: tuple[int, ...]) -> None:
        try:
            numbers = [float(word) for word in text.split()]
        except ValueError:
            told = f"{what}={text[:SHOWN]!r}: must be numbers, with blanks between them"
            raise self._blame(told) from None
        if len(numbers) not in counts:
            raise self._blame(f"{what}={text[:SHOWN]!r}: must be {' or '.join(map(str, counts))} numbers")
        if not all(map(math.isfinite, numbers)):
            raise self._blame(f"{what}={text!r}: must be finite")
        if what.split()[1] in ABOVE_ZERO and what.split()[0] in GEOMETRIES and min(numbers) <= 0.0:
            raise self._blame(f"{what}={text!r}: must be greater than 0")

    def _end(self, tag: str) -> None:
        where = "/".join(name for name, _ in self._open)
        _, inside = self._open.pop()
        for each in ONE.get(where, ()):
            if inside.count(each) != 1:
                raise self._blame(f"{tag} must have one {each!r}; it has {inside.count(each)}")
        for each in AT_MOST_ONE.get(where, ()):
            if inside.count(each) > 1:
                raise self._blame(f"{tag} may have one {each!r}; it has {inside.count(each)}")
        if tag == "geometry" and _is_read(where) and (len(inside) != 1 or inside[0] not in GEOMETRIES):
            raise self._blame(f"geometry must be one of {', '.join(GEOMETRIES)}")
        if where in ("robot/link", "robot/joint"):
            self._name = ""


def _is_read(where: str) -> bool:
    """True for elements that the library takes anything from."""
    return where == "robot" or where.startswith(("robot/link", "robot/joint", "robot/material"))
