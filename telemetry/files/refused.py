"""What could be read, and is refused all the same: for safety, in one line that says what would be safe."""

from telemetry.files.settings import FileError


class SafetyError(FileError):
    """A file whose content or protection is refused for safety; its command ends with exit code 4."""
