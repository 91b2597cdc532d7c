"""Commands that begin a run, act on one that is going on, and list what ran.

console     The command `farhand console`: one more screen of a run that is going on, at the next free place
            of it
handle      The command `farhand handle`: a device beside a run that goes on, in a process of its own
hold        The command `farhand hold`: HOLD, now, for every run that lives; or a program that stands by to
            send it
operate     The command `farhand operate`: a station's ground segment, against a spacecraft that is elsewhere
person      The commands `farhand resume`, `confirm`, `go`, `no-go`: acts of a person, from the command line
rehearse    The command `farhand rehearse`: fly a scenario, in real or in virtual time, and show how it went
runs        The command `farhand runs`: what runs or ran here, one line each; `--prune` removes what is over
spacecraft  The command `farhand spacecraft`: the space segment of a rehearsal as a program of its own, for a
            station
stop        The command `farhand stop`: HOLD, wait for the latch, then end every process of a run, orphans
            too
stream      The command `farhand stream`: a run that is going on, for other programs to look at, over a
            WebSocket
"""
