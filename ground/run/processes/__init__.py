"""The processes of a run: begun, watched, interrupted, compiled for.

compiling        Compile kernels in several processes side by side, and tell how far they are
interrupts       Signals that ask for the end of a run: counted while something flies, and called by their
                 names
process          One child process of a run: started, heard by its heartbeat, started again when it dies
supervisor       The life of a run's processes: started in order, watched, restarted, stopped in reverse,
                 none left behind
supervisor_role  What the supervisor hears on the bus: how the gate or a replay goes on, and that the script
                 is done
"""
