"""Folders of machine code that nobody has used for a while: of sources, or of a compiler, that have changed.

    predictor.collision.sweep_kernels-<digest>   of one file's folders, and of all states of the compiler,
    <state of the compiler>/                     the newest few stay, and whatever was used within a day

Nothing is taken away but what a process of this user's has made there, and a process whose files go while it
runs compiles again.
"""

import os
import re
import stat
from contextlib import suppress
from pathlib import Path

KEPT = 4
IN_USE_S = 86_400.0
SUFFIXES = (".code", ".nbi", ".nbc")  # the last two: of versions before 0.13
_OURS = re.compile(r"(?:([\w.]+)-)?[0-9a-f]{16}")


def use(folder: Path) -> None:
    """Note that a folder is in use, if it is there."""
    with suppress(OSError):
        os.utime(folder)


def clear_beside(made: Path) -> None:
    """Remove what is left over of folders that differ from one just made in the digest alone."""
    name = _name(made)
    with suppress(OSError):
        now_s = made.stat().st_mtime
        like = [(each.lstat(), each) for each in made.parent.iterdir() if _OURS.fullmatch(each.name)]
        own = [
            (found.st_mtime, each)
            for found, each in like
            if _name(each) == name and stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
        ]
        for used_s, each in sorted(own, reverse=True)[KEPT:]:
            if now_s - used_s > IN_USE_S:
                _remove(each)


def _name(folder: Path) -> str:
    found = _OURS.fullmatch(folder.name)
    return (found[1] or "") if found else ""


def _remove(folder: Path) -> None:
    """Remove a folder with what is ours in it; if there is more, that stays."""
    for each in folder.iterdir():
        if each.is_dir() and not each.is_symlink() and _OURS.fullmatch(each.name):
            _remove(each)
        elif SUFFIXES.count(each.suffix) and each.is_file():
            each.unlink(missing_ok=True)
    with suppress(OSError):  # something else is in it
        folder.rmdir()
