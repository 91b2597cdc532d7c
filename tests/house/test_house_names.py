"""The laws of names: each is read once, and says of what it is."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.house.syntax import PACKAGES, ROOT, SOURCES, nodes, offenders

# These stand in each package, or in each engine of a method, for the same thing.
OF_EACH_ROOM = (
    "__init__.py", "__main__.py", "role.py", "commands.py",
    "placing_kernels.py", "search_kernels.py", "sweep_kernels.py",
)  # fmt: skip


def public_classes(found: list[ast.AST]) -> list[str]:
    """Classes at the top of a module that others may import."""
    top = found[0].body
    return [each.name for each in top if isinstance(each, ast.ClassDef) and not each.name.startswith("_")]


def twice(places: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Names that stand in more than one place, with these places."""
    found = defaultdict(list)
    for name, place in places:
        found[name].append(place)
    return {name: where for name, where in sorted(found.items()) if len(where) > 1}


def of_package(package: str) -> list[Path]:
    return [path for path in SOURCES if path.relative_to(ROOT).parts[0] == package]


def class_places(paths: list[Path]) -> Iterator[tuple[str, str]]:
    for path in paths:
        yield from ((name, str(path.relative_to(ROOT))) for name in public_classes(nodes(path)))


def file_places(paths: list[Path]) -> Iterator[tuple[str, str]]:
    files = [path for path in paths if path.name not in OF_EACH_ROOM]
    return ((path.name, str(path.relative_to(ROOT))) for path in files)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_public_class_name_stands_once_in_its_package(package):
    assert twice(class_places(of_package(package))) == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_file_name_stands_once_in_its_package(package):
    assert twice(file_places(of_package(package))) == {}


def test_the_law_sees_two_classes_of_one_name():
    classes = [("Found", "a.py"), ("Body", "a.py"), ("Found", "b/c.py")]
    assert twice(classes) == {"Found": ["a.py", "b/c.py"]}
    assert public_classes([ast.parse("class Found: ...\nclass _Own: ...\ndef f(): ...\n")]) == ["Found"]


# Words that have another meaning in this field, or none: nothing is called by them.
NOT_OUR_WORDS = (
    "told", "tell", "tells", "said", "saying", "sayings", "voice", "reel", "desk", "deed", "groove", "strips",
    "errand", "vigil", "twin", "rake", "looker", "valley",
)  # fmt: skip
# What a state is given is `on_<message>`, and a constant says of what it is.
NOT_ALONE = ("take", "hear", "consume", "WORD", "LEAST", "MOST", "NOTHING", "SHOWN", "WITHOUT", "KINDS", "ON")
GIVEN = ("tell",)  # of Python's files


def words_of(name: str) -> list[str]:
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower().strip("_").split("_")


def given_names(found: list[ast.AST]) -> Iterator[str]:
    """Names that a file gives to classes, functions, arguments and values; not keys, which users know."""
    fields = {
        id(each)
        for node in found
        if isinstance(node, ast.ClassDef)
        for field in node.body
        for each in ast.walk(field)
        if isinstance(field, ast.Assign | ast.AnnAssign)
    }
    for node in found:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in fields:
            yield node.id


def is_ours(name: str) -> bool:
    return name in GIVEN or (
        name not in NOT_ALONE and not any(word in NOT_OUR_WORDS for word in words_of(name))
    )


def foreign_names(found: list[ast.AST]) -> list[str]:
    return [name for name in dict.fromkeys(given_names(found)) if not is_ours(name)]


def test_names_are_words_of_the_field():
    assert offenders(lambda path: foreign_names(nodes(path))) == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("class Vigil: ...", ["Vigil"]),
        ("def take(told): ...", ["take", "told"]),
        ("MOST = 3", ["MOST"]),
        ("led_desk = 1", ["led_desk"]),
        ("class Reply:\n    told: str", []),
        ("def on_telemetry(report): ...\nMOST_PATHS = 3", []),
    ],
)
def test_the_law_sees_a_foreign_word(source, found):
    assert foreign_names([*ast.walk(ast.parse(source))]) == found


RIDDLE = re.compile(r"(^|[;:.] )[Ww]ho\b|\b[Nn]obody\b")  # "Who was told by whom": read twice


def riddles(found: list[ast.AST]) -> list[str]:
    """First lines of docstrings that are no plain sentence."""
    documented = [
        node
        for node in found
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    lines = [(ast.get_docstring(node) or "").partition("\n")[0] for node in documented]
    return [line for line in lines if RIDDLE.search(line)]


# What messages say of themselves stands in the dictionary and in each recording.
RECORDED = ("telemetry/messages/", "telemetry/recording/records/receptions.py")


def test_a_docstring_opens_with_a_plain_sentence():
    own = [path for path in SOURCES if not str(path.relative_to(ROOT)).startswith(RECORDED)]
    assert offenders(lambda path: riddles(nodes(path)), own) == {}


def test_the_law_sees_a_riddle():
    lines = [
        '"""Who hears of it."""',
        '"""Nothing, where nobody asks."""',
        '"""Return the one who holds the lease."""',
    ]
    found = [line for line in lines if riddles([*ast.walk(ast.parse(line))])]
    assert found == lines[:2]
