"""What this machine can do for a run: looked at, judged, told with its cure.

    host  --- what is so --->  checks  --- findings --->  examination  --->  `farhand doctor`

examination     The examination of a host: every check in turn, quick ones first; what fails by itself is a
                finding too
first_verdict   How long a process takes to its first verdict: with nothing compiled before, and again
host            What the doctor asks of a host: every look at it is a function here, so that a test can
                answer instead
host_findings   What a check of this host finds: fine, doubtful or wrong; in figures and words; and what
                cures it
network_checks  Checks of the network: interfaces, groups, receive buffers, ports
place_checks    Checks of places: what runs and compiled code are written into, and the disk below
places          Folders that runs write into: whose they are, what is free there, and how long the disk takes
punctuality     How late ticks come on this host, by the ticker that roles have: two grids at once, for some
                seconds
station_checks  Checks of this machine as a host of a station: its interface, groups, ports, windows, UTC,
                keys
system_checks   Checks of what a process is given here: limits, text, processors, a screen, compiled code
time_checks     Checks of time: clocks, UTC, the time zone, and how punctual ticks are
"""
