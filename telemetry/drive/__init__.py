"""Drivers of roles: virtual time and real time, and what both need.

agenda         What is to come in virtual time, in order
bounded_store  Stores of virtual time that take no more memory the longer a flight is
factory        What a driver makes a role of: its factory, its store, its own random stream
giving_way     How a process gives way to those that must be punctual: by its own niceness and by that of its
               session
installed      The installed roles: launch files and recordings name a role, and this table alone maps it to
               code
persist        What is durable for a participant: its store, its boot epoch, and how a record is written or
               fails
rerun          Run one life of a participant again from its recorded inputs: the driver without a bus, clock
               or store
role_process   The process of one role: read its command line, build the role, run it, end with an exit code
run_clock      The time of a run: nanoseconds since its time zero, which is an instant of UTC that all its
               hosts share
runtime        Run one role in one process, in real time: the driver that flies
seams          The seams for trouble: what a driver can do to a role without the role knowing, one place for
               both drivers
store          What is durable for one role: append-only logs, one file per key
task           The task of one process: its command line, its launch file, and the pipe in which it shows
               that it lives
ticker         When a role ticks: at its time, after all that has come, and at its end until nothing is due
               at once
trouble        One participant's seams in real time: what its process asks of `seams` before anything reaches
               the role
uncoded_bus    The bus of virtual time on which messages go as they are: not packed, sealed, opened or proven
uncoded_time   Virtual time in which messages go as they are, and nothing of what a role is given is kept
virtual_bus    The bus of virtual time: the sealed bytes of every message, and for every receiver a reader of
               its own
virtual_time   Run all participants of a scenario in one thread, in virtual time, from one seed
witness        Look on at a run in virtual time: see what is said, heard, written and started, and change
               nothing
worker         One thread for what takes too long for a role's own: it gives way to whatever must be punctual
"""
