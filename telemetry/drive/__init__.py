"""Who drives a role: virtual time and real time, and what both need.

deaths        Who dies and who comes back when: the seam of whoever holds the lives of a run
factory       What a driver makes a role of: its factory, its store, its own random stream
heartbeat     The sign of life of a process: lines in a pipe, whose other end its supervisor reads
installed     The installed roles: launch files and recordings name a role, only this table says which code
              plays it
last_ticks    The end of a role that holds what belongs on a disk: it ticks until nothing more is due at once
life_report   What the driver tells the recorder of one life of a role, beyond what the role was given
persist       What is durable for a participant: its store, and how a record is kept, or its role told why
              not
rerun         Run one life of a participant again from what it was given: the driver without a bus, clock or
              store
role_process  The process of one role: read what it is told, build the role, run it, answer with an exit code
run_clock     The time of a run: nanoseconds since its time zero, which is an instant of UTC that all its
              hosts share
runtime       Run one role in one process, in real time: the driver that flies
seams         The seams for trouble: what a driver can do to a role without the role knowing, one place for
              both drivers
store         What is durable for one role: append-only logs, one file per key
task          What one process is told to do: its command line and the launch file that it names
ticker        The alarm clock of a role: a sleeping thread, because an asyncio timer alone is a millisecond
              late
trouble       One participant's seams in real time: what its process asks of `seams` before anything reaches
              the role
turn          Receive before the tick: what has come while a role was busy is with it before it ticks again
virtual_bus   The bus of virtual time: the encoded bytes of every message, and for every receiver a reader of
              its own
virtual_time  Run all participants of a scenario in one thread, in virtual time, from one seed
worker        One thread for what takes too long for a role's own: it gives way to whatever must be punctual
"""
