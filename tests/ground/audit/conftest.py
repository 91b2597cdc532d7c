"""One flight for all that doctors its recording."""

import pytest

from tests.ground.audit.doctored import flown, tape_of


@pytest.fixture(scope="session")
def recording(tmp_path_factory):
    """A plan, a hand that is rolled back, a person's HOLD and resume."""
    return flown(tmp_path_factory.mktemp("audited") / "flown.mcap")


@pytest.fixture(scope="session")
def whole(recording):
    """All of it that the audit reads, as it is."""
    return tape_of(recording).slim()


@pytest.fixture
def tape(whole):
    """The same, to be doctored."""
    return whole.copy()
