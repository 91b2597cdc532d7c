"""What comes into this library from outside: what is refused of it, doubted, and the same as before.

arrays         Arrays of numbers: what they are called everywhere, and how they are made read-only
doubt          What is likely a mistake of a file, though nothing forbids it
finite         Checks that refuse numbers that are not finite where they enter this library: what, where, and
               why
rigid          Rotations and mass properties of rigid bodies in robot and scene files, checked; read-only
               arrays
world_version  The version of a world: a digest of all its files, with room for the changes of one run behind
               it
"""
