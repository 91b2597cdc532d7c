"""What comes into this library from outside: what is refused of it, doubted, and the same as before.

doubt          What is likely a mistake of a file, though nothing forbids it
finite         What is no finite number is refused where it comes into this library, in one line: what,
               where, and why
rigid          What robot and scene files say of rigid bodies, checked: rotations, mass properties, fixed
               arrays
world_version  The version of a world: a digest of all its files, with room for the changes of one run behind
               it
"""
