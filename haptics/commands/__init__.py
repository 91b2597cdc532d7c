"""What `farhand handle` starts: devices, loop, clock, sockets; named as a string alone.

handle  `python -P -m haptics handle DEVICE RUN_FOLDER`: one device of one run, in a process beside it
"""
