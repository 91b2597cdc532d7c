"""What is compiled before tests begin is a help to them, and no condition."""

import pytest

from tests import compiled_first


@pytest.mark.real_time
def test_what_cannot_be_compiled_first_is_told_and_tests_begin_all_the_same(monkeypatch, capsys):
    monkeypatch.setattr(compiled_first, "PARTS", ("no such part",))
    compiled_first.compile_all()
    assert "KeyError: 'no such part'" in capsys.readouterr().err
