"""The life of a role under any driver: its contract, where it begins to count, its beat and its times.

beat        The beat of a role: a sign of life with its configuration, five times a second on one grid; and
            its GO
boot        Where a life of a participant begins to count, so that no number is ever used twice under its
            name
clock       The only access to the wall clock; everything else is given `now_ns`
contract    The contract between a role and whatever drives it
discipline  Whether UTC is kept right on this host, and how far it may be off: what the kernel says of it
            (Linux)
memo        One fact that outlives its process: written whenever it changes, after everything else
"""
