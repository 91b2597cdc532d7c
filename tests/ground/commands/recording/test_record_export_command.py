"""`farhand record export` takes its words in any order."""

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE


@pytest.mark.parametrize(
    "words",
    [
        ["record", "export", "--commands", "out.csv", "none.mcap"],
        ["record", "--commands", "out.csv", "export", "none.mcap"],
    ],
    ids=["the file last", "the action behind an option"],
)
def test_the_recording_may_stand_behind_the_options(words, capsys):
    assert main(words) == BAD_FILE
    assert "none.mcap" in capsys.readouterr().err
