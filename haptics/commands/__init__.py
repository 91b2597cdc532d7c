"""What `farhand handle` and its bench start: devices, loop, clock, sockets; named as strings alone.

handle    `python -P -m haptics handle DEVICE RUN_FOLDER`: one device of one run, in a process beside it
timing    How punctual the loop beside a device is, and what each part of it costs: for `farhand bench
          haptics`
yielding  What a hand feels that lets a force go, over what it has felt of it: for `farhand bench yielding`
"""
