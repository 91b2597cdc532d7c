"""Options of a benchmark, read as those of `farhand`: a mistake is one line with the nearest valid option."""

from ground.commands.arguments import Arguments

PROGRAM = "python -m tests.benchmarks"


class Options(Arguments):
    """The options of one benchmark."""

    def __init__(self, name: str, description: str) -> None:
        """Make the parser of `python -m tests.benchmarks NAME`."""
        super().__init__(name, description)
        self.prog = f"{PROGRAM} {name}"
