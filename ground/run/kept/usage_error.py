"""How a command line that does not say what to do is told: an error that any floor of the ground raises."""


class UsageError(ValueError):
    """The command line does not say what to do; the message says what would."""
