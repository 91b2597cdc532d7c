"""What every run needs: folder, processes, locks, HOLD, and its end.

end             The end of a run from outside: every process that its locks name, and no other
guest           A program that speaks to roles of a run without a server of its own: a guest
guest_place     A place in a live run for a further console, an approver or an observer: claimed, held, and
                given back
hold_press      HOLD, straight to each role that can stop the arm, with everything else dead
joined_checks   The table of data checks of a run, in SI: the rows of its robot file and of its station's,
                joined
kept/           What is kept of runs on this host: their folders, locks and files, and what is read off them
                later
latch_listener  Wait for the spacecraft's latch from outside the run: by its telemetry group alone
life            The life of a run, from its first process to its last
live_run        One run while it goes on: its processes, the state that it receives, and its reports of
                progress
prepared        Prepare a run before its first process starts: if any of it fails, nothing flies
processes/      The processes of a run: begun, watched, interrupted, compiled for
run_plan        A run as a plain value, before anything of it exists but its folder: participants, mode,
                duration
station         What a station or a rehearsal states of a run, resolved into what every role of it must agree
                on
warm            What the roles of a run need compiled before they start, in parts
                (`ground.run.processes.compiling`)
"""
