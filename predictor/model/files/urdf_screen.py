"""What a URDF may hold before any library sees it: plain XML of bounded size, with numbers for numbers.

    bytes --expat--> no document type, so no entity and nothing from elsewhere; not too deep, not too much
                 --> each element that is read is there as often as it may be, with its attributes
                 --> what is not read is skipped and doubted; a capsule stands as a cylinder, and is named

The library that makes structures of the text (`predictor.model.files.urdf_file`) guesses where something is
missing, and takes the first of what is there twice; here both are refused instead.  It is handed the elements
that were understood, and no others.
"""

import math
from difflib import get_close_matches
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element
from xml.parsers import expat

from predictor.inputs.doubt import Doubt
from telemetry.files.settings import FileError

DEEPEST = 32  # elements within one another
MOST_ELEMENTS = 20_000
GEOMETRIES = ("box", "cylinder", "sphere", "mesh", "capsule")
SHAPES = ("visual", "collision")
UNREAD_TAGS = ("transmission", "gazebo")  # which many files have, and which are no mistake
ALIKE_SHARE = 0.7  # share of a tag that makes it likely to be meant for another one
XACRO_PROBLEM = "is a xacro file; expand it first: xacro IN > OUT.urdf"

# path of an element: attributes that it must have
NEEDED_ATTRIBUTES: Final = {
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
        for of in SHAPES
        for shape, needed in (
            ("box", ("size",)),
            ("cylinder", ("radius", "length")),
            ("sphere", ("radius",)),
            ("capsule", ("radius", "length")),
            ("mesh", ("filename",)),
        )
    },
}
# path: elements in it that there must be one of, and those that there may be one of
EXACTLY_ONE: Final = {
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
# path: elements that may stand in it, where others are skipped
KNOWN_ELEMENTS: Final = {
    "robot": ("link", "joint", "material"),
    "robot/material": ("color", "texture"),
    "robot/link": ("inertial", *SHAPES),
    "robot/link/inertial": AT_MOST_ONE["robot/link/inertial"],
    "robot/link/visual": ("origin", "geometry", "material"),
    "robot/link/visual/material": ("color", "texture"),
    "robot/link/collision": ("origin", "geometry", "material"),
    "robot/joint": (*EXACTLY_ONE["robot/joint"], *AT_MOST_ONE["robot/joint"]),
}
# attribute: how many numbers it holds
NUMBER_COUNTS: Final = {
    **dict.fromkeys(("xyz", "rpy", "size"), (3,)),
    "rgba": (4,),
    "scale": (1, 3),
    **dict.fromkeys(("radius", "length", "lower", "upper", "velocity", "effort"), (1,)),
    **dict.fromkeys(("multiplier", "offset", "ixx", "ixy", "ixz", "iyy", "iyz", "izz"), (1,)),
    **dict.fromkeys(("rising", "falling"), (1,)),
    **dict.fromkeys(("soft_lower_limit", "soft_upper_limit", "k_position", "k_velocity"), (1,)),
}
UNREAD_ADVICE = "nothing to do, unless it tells of shapes, masses or joints"
TEXT_SHOWN = 40  # characters of a text in a message
ABOVE_ZERO = ("size", "scale", "radius", "length")


class Screened(NamedTuple):
    """What was understood of a file."""

    root: Element
    capsules: frozenset[tuple[str, str, int]]  # link, visual or collision, its number: are no cylinders
    doubts: tuple[Doubt, ...]


def screen(content: bytes, path: Path | str) -> Screened:
    """Return what was understood.

    Raises:
        FileError: tells the line of the first thing that no URDF holds.
    """
    look = _Screening(path)
    try:
        look.parser.Parse(content, True)
    except expat.ExpatError as error:
        raise FileError(
            path, f"line {error.lineno}", f"is not XML: {expat.ErrorString(error.code)}"
        ) from None
    except FileError:
        raise
    except (LookupError, ValueError) as error:  # of an unknown encoding
        raise FileError(path, "", f"is not XML: {error}") from None
    return look.screened()


class _Screening:
    """One walk through a file."""

    def __init__(self, path: Path | str) -> None:
        self._path = path
        self._elements = self._depth = 0
        self._open: list[Element] = []  # those that are read, with what they hold so far
        self._skipped_from = 0  # depth of what is being skipped; 0: nothing is
        self._skipped: dict[str, list[str]] = {}  # tag: where it stands
        self._no_body = ""  # why the shape that is open is left out
        self._capsules: set[tuple[str, str, int]] = set()
        self._doubts: list[Doubt] = []
        self._root = Element("robot")
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

    def screened(self) -> Screened:
        """Return what was understood."""
        unread = [
            Doubt(f"<{tag}>", f"is not read; {len(lines)} of it, the first in {lines[0]}", UNREAD_ADVICE)
            for tag, lines in self._skipped.items()
        ]
        return Screened(self._root, frozenset(self._capsules), (*self._doubts, *unread))

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        self._depth += 1
        if self._elements > MOST_ELEMENTS or self._depth > DEEPEST:
            raise self._blame(f"more than {MOST_ELEMENTS} elements, or {DEEPEST} within one another")
        if tag.startswith("xacro:"):
            raise self._blame(XACRO_PROBLEM)
        if not self._open and tag != "robot":
            raise self._blame(f"its outermost element must be 'robot', not {tag!r}")
        if self._skipped_from or self._is_unread(tag):
            self._skipped_from = self._skipped_from or self._depth
            return
        self._open.append(Element(tag, {key: text for key, text in attributes.items() if ":" not in key}))
        where = self._where()
        if where in ("robot/link", "robot/joint"):
            self._name = f"{tag} {attributes.get('name', '')!r}"
        self._attributes(tag, attributes, NEEDED_ATTRIBUTES.get(where, ()))

    def _where(self) -> str:
        return "/".join(element.tag for element in self._open)

    def _is_unread(self, tag: str) -> bool:
        """True for an element that is not read; it is noted."""
        where = self._where()
        known = GEOMETRIES if where.endswith("/geometry") else KNOWN_ELEMENTS.get(where, ())
        if not self._open or tag in known or (known is GEOMETRIES and ":" not in tag):
            return False  # an unknown shape is refused where its geometry ends
        place = f"line {self.parser.CurrentLineNumber}"
        near = get_close_matches(tag, known, n=1, cutoff=ALIKE_SHARE)
        if near and ":" not in tag:
            problem = f"holds <{tag}>, which is not read; did you mean {near[0]!r}?"
            self._doubts.append(Doubt(f"{place}: {self._name}", problem, "correct it, or take it out"))
        elif tag not in UNREAD_TAGS:
            self._skipped.setdefault(tag, []).append(place)
        if known is GEOMETRIES:
            self._no_body = f"its shape is a {tag}"
        return True

    def _attributes(self, tag: str, attributes: dict[str, str], needed: tuple[str, ...]) -> None:
        for key in needed:
            if not attributes.get(key, "").strip():
                raise self._blame(f"{tag} lacks {key!r}")
        for key, text in attributes.items():
            if key in NUMBER_COUNTS or (tag == "mass" and key == "value"):
                self._numbers(f"{tag} {key}", text, NUMBER_COUNTS.get(key, (1,)))

    def _numbers(self, what: str, text: str, counts: tuple[int, ...]) -> None:
        try:
            numbers = [float(word) for word in text.split()]
        except ValueError:
            problem = f"{what}={text[:TEXT_SHOWN]!r}: must be numbers, with blanks between them"
            raise self._blame(problem) from None
        if len(numbers) not in counts:
            raise self._blame(
                f"{what}={text[:TEXT_SHOWN]!r}: must be {' or '.join(map(str, counts))} numbers"
            )
        if not all(map(math.isfinite, numbers)):
            raise self._blame(f"{what}={text!r}: must be finite")
        shape, key = what.split()
        if shape not in GEOMETRIES or key not in ABOVE_ZERO or min(numbers) > 0.0:
            return
        if key != "radius" or min(numbers) < 0.0:
            raise self._blame(f"{what}={text!r}: must be greater than 0")
        self._no_body = f"it is a {shape} of radius 0"

    def _end(self, tag: str) -> None:
        self._depth -= 1
        if self._skipped_from:
            self._skipped_from = 0 if self._depth < self._skipped_from else self._skipped_from
            return
        where, element = self._where(), self._open.pop()
        inside = [child.tag for child in element]
        for each in EXACTLY_ONE.get(where, ()):
            if inside.count(each) != 1:
                raise self._blame(f"{tag} must have one {each!r}; it has {inside.count(each)}")
        for each in AT_MOST_ONE.get(where, ()):
            if inside.count(each) > 1:
                raise self._blame(f"{tag} may have one {each!r}; it has {inside.count(each)}")
        is_odd = len(inside) != 1 or inside[0] not in GEOMETRIES
        if tag == "geometry" and is_odd and not (self._no_body and not inside):
            raise self._blame(f"geometry must be one of {', '.join(GEOMETRIES)}")
        if where in ("robot/link", "robot/joint"):
            self._name = ""
        self._keep(element)

    def _keep(self, element: Element) -> None:
        """Put an element that is whole into what holds it; a shape without a body is left out."""
        if not self._open:
            self._root = element
            return
        holder = self._open[-1]
        if element.tag in SHAPES and self._no_body:
            why = f"has a {element.tag} that is left out: {self._no_body}"
            self._doubts.append(Doubt(holder.get("name", ""), why, "give it a body, or take it out"))
            self._no_body = ""
            return
        if element.tag == "joint" and element.get("type") == "fixed":
            element[:] = [child for child in element if child.tag != "axis"]  # it has no meaning there
        if element.tag in SHAPES and (capsule := element.find("geometry/capsule")) is not None:
            capsule.tag = "cylinder"
            number = len(holder.findall(element.tag))
            self._capsules.add((holder.get("name", ""), element.tag, number))
        holder.append(element)
