"""Which farhand this is."""

from importlib.metadata import PackageNotFoundError, version

DISTRIBUTION = "farhand"


def software_version() -> str:
    """Return the version that is installed; "source" in a checkout that is not."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "source"
