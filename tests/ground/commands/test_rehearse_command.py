"""`farhand rehearse --operator person` where nobody could fly: refused in one line before anything starts."""

import pytest

from ground.cli import USAGE, main


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--headless",), "nobody could fly without a console"),
        (("--fast", "--headless"), "a person flies in real time"),
        ((), "no window can be opened here"),
    ],
)
def test_a_run_in_which_nobody_could_fly_is_refused_in_one_line(options, told, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main(["rehearse", "short_link", "--operator", "person", *options]) == USAGE
    error = capsys.readouterr().err
    assert told in error and len(error.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
