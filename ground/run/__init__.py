"""What every run needs: folder, processes, locks, HOLD, and its end.

about            What the recording of a run tells of itself: enough to judge it, and to run its roles again,
                 elsewhere
compiling        Compile kernels in several processes side by side, and tell how far they are
consoles         The places of a run for screens, and for who only looks on
deaths           Deaths of a rehearsal: what the supervisor does when a life is to end or begin
end              The end of a run from outside: every process that its locks name, and no other
guest            A program that speaks to roles of a run without a server of its own: a guest
guest_place      A place in a run that goes on, for a further console or for who looks on: taken, held, and
                 given back
history          What runs or ran here: one row for each run folder, read from its locks and files
hold             HOLD, straight to whoever can stop the arm, with everything else dead
interrupts       Signals that ask for the end of a run: counted while something flies, and called by their
                 names
latch_listener   Whether the spacecraft is latched, heard from outside the run: on its telemetry group, with
                 nobody's help
life             The life of a run, from its first process to its last
live_run         One run while it is going on: its processes, what is heard of it, and whom it tells how far
                 it is
locks            Who of a run lives: a lock for each process, which the system takes back however the process
                 ends
own_files        The supervisor's own files: a flight does not depend on them
prepared         What stands before the first process of a run is started: whatever of it fails, nothing
                 flies
process          One child process of a run: started, heard by its heartbeat, started again when it dies
pruning          The removal of runs that are over: which ones, and what becomes of their recordings
recorded_model   The files that make a run's model: into its recording, and out of it into another folder
roles            Who takes part in a run with an arm: the ground segment, and whoever is at the far end of
                 the link
run_folder       The folder of a run: one launch file for each process, its log, its store, the recording
run_plan         A run as a plain value, before anything of it exists but its folder
runs             The runs of this host: which of them live, and where their roles are reached
settings         What a station or a rehearsal states of a run, resolved into what every role of it must
                 agree on
supervisor       The life of a run's processes: started in order, watched, restarted, stopped in reverse,
                 none left behind
supervisor_role  What the supervisor hears on the bus: how the gate or a replay goes on, and that the script
                 is done
warm             What the roles of a run need compiled before they start, in parts (`ground.run.compiling`)
"""
