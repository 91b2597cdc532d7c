"""One flight for all that doctors its recording."""

import pytest

from ground.audit.gate_records import RELEASE_LOG
from tests.ground.audit.doctored import flown, tape_of


@pytest.fixture(scope="session")
def kept(tmp_path_factory):
    """A recording of a plan, a hand that is rolled back, a person's HOLD and resume; the log of its gate."""
    stores = {}
    path = flown(tmp_path_factory.mktemp("audited") / "flown.mcap", stores=stores)
    return path, stores["gate"].records(RELEASE_LOG)


@pytest.fixture(scope="session")
def recording(kept):
    """The recording alone."""
    return kept[0]


@pytest.fixture(scope="session")
def whole(recording):
    """All of it that the audit reads, as it is."""
    return tape_of(recording).slim()


@pytest.fixture
def tape(whole):
    """The same, to be doctored."""
    return whole.copy()
