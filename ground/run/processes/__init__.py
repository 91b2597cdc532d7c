"""The processes of a run: begun, watched, interrupted, compiled for.

child_answer     A question that a process of its own answers: asked here, it could end this one, or load too
                 much
child_lines      The output of a child process, line by line, as far as it has come
compiling        Compile kernels in several processes side by side, and report progress
interrupts       Signals that ask for the end of a run: counted while something flies, and called by their
                 names
process          One child process of a run: started, watched by its heartbeat, started again when it dies
role_thread      A role in a thread of its own, in a process whose main thread has something else to do
supervisor       The life of a run's processes: started in order, watched, restarted, stopped in reverse,
                 none left behind
supervisor_role  The supervisor on the bus: it receives the state of gate or replay, and the end of the
                 script
"""
