"""Plans that are saved and opened in flight: the same moves again, in their folder alone, one line if not."""

import pytest

from ground.operator.person.kept_plans import FileRequest, PlanFolder, file_plan
from telemetry.plan.move_table import ArcTable, MoveTable
from telemetry.plan.plan_file import read_plan
from tests.nominal_run import nominal_run

MOVES = (
    MoveTable(to={"joint_1_deg": 10.0, "joint_2_deg": -1e-7}, duration_s=12.5, direct=True),
    MoveTable(to_m=(1.0, 0.25, 0.1), euler_zyx_deg=(180.0, 0.0, 0.0), frame="world", blend_m=0.05),
    MoveTable(arc=ArcTable(centre_m=(0.0, 0.0, 0.1), axis=(0.0, 0.0, 1.0), angle_deg=30.0, turns=True)),
    MoveTable(frame="tool", to_m=(0.0, 0.0, 0.01), tool="tool", lock=("joint_3",), gives="z=1, roll=0.01"),
)


class Folder:
    def __init__(self, path):
        self.path, self.folder = path, PlanFolder(path=str(path), run=nominal_run())

    def save(self, name, moves=MOVES):
        return file_plan(self.folder, FileRequest(what="save", name=name, moves=moves))

    def open(self, name):
        return file_plan(self.folder, FileRequest(what="open", name=name))

    def write(self, name, text):
        self.path.mkdir(exist_ok=True)
        (self.path / name).write_text(text)


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path / "plans")


def test_what_is_saved_is_a_plan_file_and_opens_as_the_same_moves(folder):
    saved = folder.save("my way")
    assert (saved.problem, saved.names) == ("", ("my way",))
    assert read_plan(folder.path / "my way.toml").moves == MOVES
    opened = folder.open("my way")
    assert (opened.offer.name, opened.offer.plan.moves) == ("file my way", MOVES)
    assert opened.offer.plan.start_q is None  # it is planned from where the arm rests


def test_a_saved_plan_is_its_owners_alone_and_is_not_written_over(folder):
    assert folder.save("a").problem == ""
    assert (folder.path.stat().st_mode & 0o777, (folder.path / "a.toml").stat().st_mode & 0o777) == (
        0o700,
        0o600,
    )
    assert "is there already; choose another name" in folder.save("a", MOVES[:1]).problem
    assert read_plan(folder.path / "a.toml").moves == MOVES


@pytest.mark.parametrize(
    "name", ["../a", "/tmp/a", "a/b", "..", "", ".a", "a\nb", "a\0", "~/a", "\\a", "a" * 5000], ids=repr
)
@pytest.mark.parametrize("what", ["save", "open"])
def test_a_name_that_leads_out_of_the_folder_or_nowhere_is_one_clear_line(folder, what, name):
    filed = getattr(folder, what)(name)
    assert filed.problem and "\n" not in filed.problem and filed.offer is None
    assert [path for path in folder.path.parent.rglob("*") if path.is_file()] == []


def test_a_link_out_of_the_folder_is_neither_opened_nor_written_to(folder):
    folder.write("kept.toml", "")
    outside = folder.path.parent / "outside.toml"
    outside.write_text('name = "a"\nsummary = "s"\n[[move]]\nplane_deg = 1.0\n')
    (folder.path / "link.toml").symlink_to(outside)
    before = outside.read_text()
    assert "leads out of this folder" in folder.open("link").problem
    assert folder.save("link").problem and outside.read_text() == before


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "missing required field"),
        ("name = [", "is not TOML"),
        ('name = "a"\nsummary = "s"\n[[move]]\nto_deg = [1.0]\n', "must have 6 values"),
        ('name = "a"\nsummary = "s"\n[[move]]\nto = { joint_9_deg = 1.0 }\n', "unknown key"),
        (
            'name = "a"\nsummary = "s"\nrobot = "other"\nscene = "other"\n[[move]]\nplane_deg = 1.0\n',
            "robot: is 'other'",
        ),
        (
            'name = "a"\nsummary = "s"\n[[move]]\nto_m = [1.0, 0.0, 0.0]\nframe = "targte"\n',
            "no frame 'targte'",
        ),
    ],
    ids=["empty", "no TOML", "joints", "joint", "arm", "frame"],
)
def test_a_file_that_cannot_be_flown_here_is_one_clear_line_that_names_it(folder, text, complaint):
    folder.write("a.toml", text)
    filed = folder.open("a")
    assert complaint in filed.problem and "a.toml" in filed.problem and "\n" not in filed.problem
    assert filed.names == ("a",)


def test_without_a_folder_nothing_is_saved():
    nowhere = PlanFolder(path="", run=nominal_run())
    filed = file_plan(nowhere, FileRequest(what="save", name="a", moves=MOVES))
    assert (filed.problem, filed.names) == ("this run has no folder for plans", ())
