"""Machine code of sources and compilers that have changed does not pile up."""

import os

from predictor.compiler.jit_cache import IN_USE_S, clear_old_folders

NOW_S = 100 * IN_USE_S


def folder(parent, name, used_s):
    """Make a folder with code of ours in it, used at some time."""
    made = parent / name
    made.mkdir()
    (made / "x.code").write_bytes(b"")
    os.utime(made, (used_s, used_s))
    return made


def test_of_the_folders_of_a_file_the_newest_stay_and_those_used_within_a_day(tmp_path):
    ages = [0.0, 0.1, 0.2, 0.3, 0.4, 2.0, 3.0]
    each = [folder(tmp_path, f"a.b_kernels-{n:016x}", NOW_S - age * IN_USE_S) for n, age in enumerate(ages)]
    other = folder(tmp_path, f"a.c_kernels-{9:016x}", NOW_S - 50 * IN_USE_S)
    clear_old_folders(each[0])
    assert [path.exists() for path in each] == [True] * 5 + [False] * 2
    assert other.exists()


def test_what_is_not_ours_stays_with_its_folder(tmp_path):
    each = [folder(tmp_path, f"{n:016x}", NOW_S - n * 2 * IN_USE_S) for n in range(7)]
    (each[5] / "letter.txt").write_text("to somebody")
    stranger = folder(tmp_path, "somebody", NOW_S - 90 * IN_USE_S)
    link = tmp_path / f"{99:016x}"
    link.symlink_to(stranger)
    os.utime(each[5], (NOW_S - 10 * IN_USE_S,) * 2)
    clear_old_folders(each[0])
    assert [path.exists() for path in each] == [True] * 4 + [False, True, False]
    assert [path.name for path in each[5].iterdir()] == ["letter.txt"]
    assert link.is_symlink() and (stranger / "x.code").exists()
