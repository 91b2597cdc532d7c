"""What every run needs: folder, processes, locks, HOLD, and its end.

end             The end of a run from outside: every process that its locks name, and no other
guest           A program that speaks to roles of a run without a server of its own: a guest
guest_place     A place in a run that goes on, for a further console or for who looks on: taken, held, and
                given back
hold_press      HOLD, straight to whoever can stop the arm, with everything else dead
kept/           What is kept of runs on this host: their folders, locks and files, and what is read off them
                later
latch_listener  Whether the spacecraft is latched, heard from outside the run: on its telemetry group, with
                nobody's help
life            The life of a run, from its first process to its last
live_run        One run while it is going on: its processes, what is heard of it, and whom it tells how far
                it is
prepared        What stands before the first process of a run is started: whatever of it fails, nothing flies
processes/      The processes of a run: begun, watched, interrupted, compiled for
run_plan        A run as a plain value, before anything of it exists but its folder: participants, mode,
                duration
station         What a station or a rehearsal states of a run, resolved into what every role of it must agree
                on
warm            What the roles of a run need compiled before they start, in parts
                (`ground.run.processes.compiling`)
"""
