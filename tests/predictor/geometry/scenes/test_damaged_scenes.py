"""Damaged scene files, made by a seed from good ones: read as they are, or told in one line, and soon."""

import re
import time

import numpy as np
import pytest

from predictor.run_model import read_new_model
from telemetry.files.settings import FileError
from tests.mesh_scene import STATION, write_scene
from tests.nominal_run import ROBOT
from tests.predictor.geometry.scenes.test_scene_motion import CART
from tests.predictor.model.test_load import LOAD

GOOD = {"shipped": "", "mesh": STATION, "moving": CART, "load": LOAD}
SOON_S = 5.0
VALUES = (
    "nan",
    "inf",
    "-inf",
    "1e999",
    "-1",
    "0",
    "1e300",
    '"text"',
    "true",
    "[]",
    "{}",
    "1" * 400,
    "0x7f",
    "''",
)


def other_value(rng, text):
    """Put something else in place of one value."""
    found = rng.choice([*re.finditer(r"(?<== )[^\n]+", text)])
    return text[: found.start()] + str(rng.choice(VALUES)) + text[found.end() :]


def other_number(rng, text):
    """Put something else in place of one number."""
    found = rng.choice([*re.finditer(r"-?\d+\.\d+", text)])
    return text[: found.start()] + str(rng.choice(VALUES)) + text[found.end() :]


def other_key(rng, text):
    """Misspell one key, or drop it."""
    found = rng.choice([*re.finditer(r"(?m)^\w+(?= = )", text)])
    return text[: found.start() + 1] + rng.choice(["", "x"]) + text[found.start() + 2 :]


def other_name(rng, text):
    """Put one name in place of another."""
    names = [*re.finditer(r'"[^"\n]+"', text)]
    found, other = rng.choice(names), rng.choice(names)
    return text[: found.start()] + other.group() + text[found.end() :]


def lost_line(rng, text):
    """Drop one line."""
    lines = [line for line in text.splitlines() if line and line[0] != "#"]
    lines.pop(rng.integers(len(lines)))
    return "\n".join(lines)


def doubled_lines(rng, text):
    """Have some lines twice."""
    lines = text.splitlines()
    at = rng.integers(len(lines))
    return "\n".join([*lines[: at + 8], *lines[at:]])


def cut(rng, text):
    return text[: rng.integers(len(text))]


def flipped(rng, text):
    """Change some characters to any others."""
    characters = list(text)
    for at in rng.integers(len(text), size=4):
        characters[at] = chr(rng.integers(1, 300))
    return "".join(characters)


DAMAGES = (other_value, other_number, other_key, other_name, lost_line, doubled_lines, cut, flipped)


def refusal(folder, seed):
    """Return what reading a damaged scene says (None: nothing), and how long it took [s]."""
    rng = np.random.default_rng(seed)
    scene = write_scene(folder, GOOD[rng.choice([*GOOD])])
    text = scene.read_text()
    damaged = rng.choice(DAMAGES)(rng, text)
    while damaged == text:
        damaged = rng.choice(DAMAGES)(rng, text)
    scene.write_bytes(damaged.encode("utf-8"))
    began_s = time.perf_counter()
    try:
        read_new_model(ROBOT, scene)
    except FileError as error:
        return str(error), time.perf_counter() - began_s
    return None, time.perf_counter() - began_s


@pytest.mark.parametrize("seed", range(24))
def test_a_damaged_scene_is_told_in_one_line(tmp_path, seed):
    told, took_s = refusal(tmp_path, seed)
    assert took_s < SOON_S
    assert told is None or (told.startswith(str(tmp_path)) and "\n" not in told and len(told) < 500)


@pytest.mark.sweep
def test_hundreds_of_damaged_scenes_are_told_in_one_line(tmp_path):
    told = [refusal(tmp_path, seed) for seed in range(100, 600)]
    assert all(took_s < SOON_S for _, took_s in told)
    lines = [line for line, _ in told if line is not None]
    assert len(lines) > 300 and all("\n" not in line and len(line) < 500 for line in lines)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00" * 100,
        "\ufeffname = 'x'".encode("utf-16"),
        b"\xef\xbb\xbfname = 'x'",
        b"\tname\t=\t",
        b"[" * 5000,
    ],
    ids=["empty", "zeros", "UTF-16", "mark", "tabs", "brackets"],
)
def test_what_is_no_scene_at_all_is_told_in_one_line(tmp_path, content):
    scene = tmp_path / "scene.toml"
    scene.write_bytes(content)
    with pytest.raises(FileError, match=r"scene.toml") as refused:
        read_new_model(ROBOT, scene)
    assert "\n" not in str(refused.value)
