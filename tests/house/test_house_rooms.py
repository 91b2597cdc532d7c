"""The laws of rooms: no circle, no crowded folder, few floors, and a map in each package."""

import ast
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.house.syntax import (
    MEASURING,
    PACKAGES,
    ROOT,
    SOURCES,
    imported_modules,
    module_name,
    nodes,
)
from tests.house_map import maps

TOP_LEVEL = {*PACKAGES, "tests", "scenarios", "pyproject.toml", "README.md", "LICENSE"}
MOST_FILES = 25  # of a folder, beside its map
MOST_FLOORS = 6  # of the rooms of `ground`, each above all that it imports


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Modules that import one another in a circle, or nothing: what is left when leaves fall off."""
    left = dict(graph)
    while leaves := [name for name, needs in left.items() if not needs & left.keys()]:
        for name in leaves:
            del left[name]
    return sorted(left)


def test_no_circle_of_imports_stands():
    assert circle(imported_modules()) == []


def test_the_law_sees_a_circle():
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]


def crowded(paths: list[Path]) -> list[str]:
    """Folders that hold more files than a stranger looks through; the map of a folder does not count."""
    counts = Counter(module_name(path.parent) for path in paths if path.name != "__init__.py")
    return sorted(folder for folder, count in counts.items() if count > MOST_FILES)


def test_no_folder_holds_more_files_than_a_stranger_looks_through():
    assert crowded(SOURCES) == []


def test_the_law_sees_a_crowded_folder():
    files = [ROOT / "planner" / f"file_{n}.py" for n in range(MOST_FILES + 1)]
    assert crowded(files[1:]) == [] and crowded(files) == ["planner"]


def imported_folders() -> dict[str, set[str]]:
    """Which other folders the files of a folder import from: its own rooms and the one around it too."""
    folders = {module_name(path.parent): set[str]() for path in SOURCES}
    for module, needed in imported_modules().items():
        if module.split(".")[0] in PACKAGES and module not in folders:
            own = module.rpartition(".")[0]
            folders[own] |= {name.rpartition(".")[0] for name in needed - folders.keys()} - {own}
    return folders


def in_circles(graph: dict[str, set[str]]) -> list[str]:
    """What comes back to itself, by whatever way."""
    return sorted(name for name in graph if name in reached(graph, name))


def reached(graph: dict[str, set[str]], start: str) -> set[str]:
    found, left = set[str](), [*graph[start]]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += graph[name]
    return found


def test_no_folders_import_one_another_in_a_circle():
    assert in_circles(imported_folders()) == []


def imported_rooms() -> dict[str, set[str]]:
    """What each room of `ground`, with all folders in it, imports of the others."""
    graph: dict[str, set[str]] = {}
    for module, needed in imported_modules().items():
        room = ground_room(module)
        graph.setdefault(room, set()).update({ground_room(name) for name in needed} - {room, ""})
    return {room: needed for room, needed in graph.items() if room}


def ground_room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if parts[0] == "ground" and len(parts) > 1 else ""


def floors(graph: dict[str, set[str]]) -> list[list[str]]:
    """The rooms from the ground up, each above all that it imports; those in a circle stand on none."""
    left, built = dict(graph), []
    while floor := sorted(name for name, needs in left.items() if not needs & left.keys()):
        built.append(floor)
        for name in floor:
            del left[name]
    return built


def test_the_ground_stands_on_few_floors():
    rooms = imported_rooms()
    standing = floors(rooms)
    assert sum(map(len, standing)) == len(rooms) and len(standing) <= MOST_FLOORS, standing


def test_the_law_sees_a_floor_too_many_and_a_room_on_none():
    chain = {str(n): {str(n - 1)} if n else set() for n in range(MOST_FLOORS + 1)}
    assert len(floors(chain)) == MOST_FLOORS + 1
    assert floors({"a": {"b"}, "b": {"a"}, "c": set()}) == [["c"]]


def test_the_law_sees_a_folder_that_imports_the_one_around_it():
    graph = {"a": {"b"}, "b": {"b.c"}, "b.c": {"b"}, "d": {"e"}, "e": {"f"}, "f": {"d"}, "g": {"a"}}
    assert in_circles(graph) == ["b", "b.c", "d", "e", "f"]


def test_init_files_hold_a_docstring_and_nothing_else():
    for path in (*SOURCES, *MEASURING):
        if path.name == "__init__.py":
            file = nodes(path)[0]
            assert len(file.body) == 1 and ast.get_docstring(file), path


def test_a_room_says_in_words_what_it_holds():
    firsts = {path: path.read_text().removeprefix('"""').split("\n")[0] for path in maps()}
    assert [f"{path}: {first}" for path, first in firsts.items() if len(first.split()) < 2] == []


def test_the_docstring_of_a_package_is_the_map_of_its_rooms():
    stale = [str(path) for path, text in maps().items() if path.read_text() != text]
    assert stale == [], "run: python -m tests.house_map"


def test_no_two_test_files_have_one_name():
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []  # pytest takes one for the other


@pytest.mark.real_time
def test_the_top_level_holds_only_what_the_house_names():
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    entries = {line.split("/")[0] for line in tracked.splitlines()} or {path.name for path in ROOT.iterdir()}
    assert {name for name in entries if not name.startswith(".")} - TOP_LEVEL <= {"build", "dist"}
