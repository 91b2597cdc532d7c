"""Strict TOML: every mistake names file and key, and an unknown key its nearest neighbour."""

import os
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from telemetry.files.settings import (
    LARGEST_FILE,
    FileError,
    Table,
    file_beside,
    nearest,
    parse_toml,
    read_json,
    read_toml,
)


class Joint(Table):
    name: str
    speed_max_deg: Annotated[float, msgspec.Meta(gt=0.0, le=90.0)]


class Arm(Table):
    title: str
    joint: tuple[Joint, ...]
    base: Joint | None = None


GOOD = 'title = "arm"\n[[joint]]\nname = "a"\nspeed_max_deg = 8\n'


@pytest.fixture
def read(tmp_path: Path):
    def _read(content: str | bytes) -> Arm:
        path = tmp_path / "arm.toml"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_toml(path, Arm)

    return _read


def refused(read, content) -> FileError:
    with pytest.raises(FileError) as caught:
        read(content)
    assert str(caught.value).startswith(caught.value.path)
    return caught.value


def test_good_file_is_read_and_integers_serve_as_floats(read):
    assert read(GOOD) == Arm(title="arm", joint=(Joint(name="a", speed_max_deg=8.0),))


def test_lines_may_end_as_on_windows(read):
    assert read(GOOD.replace("\n", "\r\n")) == read(GOOD)


@pytest.mark.parametrize(
    ("content", "where", "problem"),
    [
        (GOOD.replace("title", "titel"), "titel", "unknown key; did you mean 'title'?"),
        (GOOD.replace("speed_max", "speed_mx"), "speed_mx_deg", "did you mean 'speed_max_deg'?"),
        (GOOD + '[base]\nnam = "b"\nspeed_max_deg = 1\n', "base.nam", "did you mean 'name'?"),
        (GOOD.replace('name = "a"\n', ""), "joint[0]", "missing required field `name`"),
        (GOOD.replace("= 8", "= -8"), "joint[0].speed_max_deg", "> 0"),
        (GOOD.replace("= 8", "= 91"), "joint[0].speed_max_deg", "<= 90"),
        (GOOD.replace("= 8", "= nan"), "joint[0].speed_max_deg", "expected `float`"),
        (GOOD.replace('"a"', "3"), "joint[0].name", "expected `str`, got `int`"),
        ("", "", "missing required field `title`"),
    ],
    ids=range(9),
)
def test_mistake_names_its_key_and_what_would_be_right(read, content, where, problem):
    error = refused(read, content)
    assert where in error.where
    assert problem in error.problem


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('title = "twice"\n' + GOOD, "is not TOML"),
        ("title = ", "is not TOML"),
        ("a = " + "[" * 100_000, "is not TOML"),
        (b"\xff\xfet\x00", "is not UTF-8"),
        ("x" * (LARGEST_FILE + 1), "larger than"),
    ],
    ids=["duplicate key", "broken", "deep", "UTF-16", "large"],
)
def test_file_that_is_no_toml_says_so(read, content, problem):
    assert problem in refused(read, content).problem


def test_missing_file_and_folder_say_why(tmp_path):
    with pytest.raises(FileError, match="cannot be read"):
        read_toml(tmp_path / "none.toml", Arm)
    with pytest.raises(FileError, match="cannot be read"):
        read_toml(tmp_path, Arm)


def test_no_near_name_lists_all_valid_ones():
    assert nearest("zzz", ["up_s", "down_s"]) == "; valid are up_s, down_s"
    assert nearest("zzz", []) == ""


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/tty"])
def test_a_device_is_refused_instead_of_read_for_ever(device):
    with pytest.raises(FileError, match=r"cannot be read \((is a device|No such device)"):
        read_toml(device, Arm)


def test_a_fifo_without_writer_is_refused_at_once(tmp_path):
    fifo = tmp_path / "arm.toml"
    os.mkfifo(fifo)
    with pytest.raises(FileError, match="is a FIFO"):
        read_toml(fifo, Arm)


def test_a_nul_in_a_name_is_told_in_one_printable_line():
    with pytest.raises(FileError, match=r"is no name of a file") as caught:
        read_toml("arm\0\n.toml", Arm)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("digits", [100, 4_000, 5_000])
def test_a_number_of_any_length_is_told(read, digits):
    refused(read, GOOD.replace("= 8", "= " + "8" * digits))


def test_json_of_another_shape_names_the_file(tmp_path):
    path = tmp_path / "arm.json"
    path.write_text('{"name": 3}')
    with pytest.raises(FileError, match="no Joint of this version"):
        read_json(path, Joint)


def test_a_file_names_others_from_its_own_folder(tmp_path):
    assert file_beside(tmp_path / "arm.toml", "meshes/hand.stl", "mesh") == tmp_path / "meshes/hand.stl"


@pytest.mark.parametrize(
    "name",
    ["/etc/passwd", "../hand.stl", "meshes/../../hand.stl", "https://host/hand.stl", "away/hand.stl", "a\0b"],
)
def test_a_file_names_nothing_outside_its_own_folder(tmp_path, name):
    (tmp_path / "arms").mkdir()
    (tmp_path / "arms" / "away").symlink_to(tmp_path)
    with pytest.raises(FileError, match=r"arm.toml: mesh: .*(folder|no name)"):
        file_beside(tmp_path / "arms" / "arm.toml", name, "mesh")


class Wheel(Table, frozen=True, kw_only=True):
    radius_m: float


class Cart(Table, frozen=True, kw_only=True):
    name: str
    mass_kg: float
    wheel: tuple[Wheel, ...]


def test_a_file_tells_all_that_is_wrong_with_it_at_once():
    content = b'nam = "x"\nmass_kg = "a"\n[[wheel]]\nradius_m = 1.0\n[[wheel]]\nradius_m = "b"\nrim = 2\n'
    with pytest.raises(FileError) as refused:
        parse_toml(content, Cart, "cart.toml")
    told = str(refused.value).removeprefix("cart.toml: ").split("; also ")
    assert {part.partition(":")[0] for part in told} == {
        *("nam", "name", "mass_kg", "wheel[1].radius_m", "wheel[1].rim"),
    }
    assert len(told) == 5


class Train(Table, frozen=True, kw_only=True):
    cart: Cart | tuple[Cart, ...]  # one, or several
    pace: int


def test_beside_another_mistake_one_table_of_several_or_one_is_told_what_is_wrong_with_it():
    content = b'pace = "a"\ncart = { name = "x", mass_kg = 1.0, wheels = 3 }\n'
    with pytest.raises(FileError) as refused:
        parse_toml(content, Train, "train.toml")
    assert "cart" in str(refused.value)
    assert "None" not in str(refused.value)


def test_what_is_missing_is_told_once():
    with pytest.raises(FileError) as refused:
        parse_toml(b"", Cart, "cart.toml")
    assert str(refused.value).count("name") == 1
