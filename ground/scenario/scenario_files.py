"""Find scenarios, robots and scenes: shipped ones by name, others by path."""

from importlib.resources import files
from pathlib import Path

from telemetry.files.settings import FileError, nearest

SCENARIO_SUFFIX = ".toml"
NO_SCENARIO = (
    f"is no scenario, whose name ends in {SCENARIO_SUFFIX}; an arm is flown by one that names its robot file,"
    " and `farhand robot import` makes that of a URDF"
)


def data_folder() -> Path:
    """Return the folder of the shipped scenarios, with those of robots and scenes in it."""
    return Path(str(files("scenarios").joinpath("robots"))).parent


def names(folder: Path) -> list[str]:
    """Return the names that a folder offers."""
    return sorted(path.stem for path in folder.glob("*.toml"))


def scenario_path(name_or_path: str) -> Path:
    """Return the file of a scenario; FileError: there is none of that name."""
    if name_or_path.endswith(SCENARIO_SUFFIX):
        return Path(name_or_path)
    if Path(name_or_path).is_file():
        raise FileError(name_or_path, "", NO_SCENARIO)
    offered = names(data_folder())
    if name_or_path not in offered:
        file, near = f"{name_or_path}.toml", nearest(name_or_path, offered)
        hint = f"; did you mean the file {file!r}?" if Path(file).is_file() else near
        raise FileError(name_or_path, "", f"no such scenario{hint}")
    return data_folder() / f"{name_or_path}.toml"


def robot_path(name_or_path: str) -> Path:
    """Return the file of a robot: a shipped name, or a path; FileError: there is none of that name."""
    return _shipped_or_own("robot", name_or_path)


def plan_path(name_or_path: str) -> Path:
    """Return a plan file: a shipped name, or a path; FileError: there is none of that name."""
    return _shipped_or_own("plan", name_or_path)


def robot_file(name_or_path: str) -> str:
    """Return the file of a shipped robot by its name; any other text as it is."""
    return _shipped("robots", name_or_path)


def scene_file(name_or_path: str) -> str:
    """Return the file of a shipped scene by its name; any other text as it is."""
    return _shipped("scenes", name_or_path)


def _shipped(folder: str, name_or_path: str) -> str:
    is_shipped = name_or_path in names(data_folder() / folder)
    return str(data_folder() / folder / f"{name_or_path}.toml") if is_shipped else name_or_path


def _shipped_or_own(kind: str, name_or_path: str) -> Path:
    folder = data_folder() / f"{kind}s"
    offered = names(folder)
    if Path(name_or_path).suffix or name_or_path not in offered:
        if Path(name_or_path).is_file():
            return Path(name_or_path)
        raise FileError(name_or_path, "", f"no such {kind}{nearest(name_or_path, offered)}")
    return folder / f"{name_or_path}.toml"


def part_path(scenario: Path, key: str, value: str) -> Path:
    """Find the robot or scene file: a shipped name, or a path inside the scenario file's folder."""
    if not Path(value).suffix:
        folder = data_folder() / f"{key}s"
        if value not in names(folder):
            raise FileError(scenario, key, f"no such {key}" + nearest(value, names(folder)))
        return folder / f"{value}.toml"
    home = scenario.parent.resolve()
    path = (home / value).resolve()
    if not path.is_relative_to(home):
        raise FileError(scenario, key, "must stay within the scenario file's folder")
    if not path.is_file():
        raise FileError(scenario, key, f"no such file {value!r} beside the scenario")
    return path
