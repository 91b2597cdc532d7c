"""Who drives a role: virtual time and real time, and what both need.

factory       What a driver makes a role of: its factory, its store, its own random stream
installed     The installed roles: launch files and recordings name a role, only this table says which code
              plays it
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
task          The task of one process: its command line, its launch file, and the pipe in which it shows that
              it lives
ticker        When a role ticks: at its time, after all that has come, and at its end until nothing is due at
              once
trouble       One participant's seams in real time: what its process asks of `seams` before anything reaches
              the role
virtual_bus   The bus of virtual time: the encoded bytes of every message, and for every receiver a reader of
              its own
virtual_time  Run all participants of a scenario in one thread, in virtual time, from one seed
worker        One thread for what takes too long for a role's own: it gives way to whatever must be punctual
"""
