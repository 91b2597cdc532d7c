"""The commands of the guide do what they say: run with `pytest -m guide`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ground.guide.make import pages
from tests.ground.guide.written_down import commands


@pytest.mark.guide
@pytest.mark.real_time
@pytest.mark.parametrize(
    "page", [page for page in pages() if commands(page, live=False)], ids=lambda p: p.stem
)
def test_the_commands_of_a_page_do_what_they_say(page, tmp_path):
    script = "\n".join(["set -euo pipefail", *commands(page, live=False)])
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "XDG_STATE_HOME": str(tmp_path / "state")}
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
