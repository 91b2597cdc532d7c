"""Files that are read and written: the one door to them, strict tables, and what is wrong in them.

problems    What several checks find wrong, in one error: a check that fails ends itself, and not those after
            it
refused     What could be read, and is refused all the same: for safety, in one line that says what would be
            safe
settings    The one door for files that are read, and strict TOML and JSON behind it: unknown keys are named
whole_file  Files that are whole at every instant: replaced at once, or grown by whole pieces
"""
