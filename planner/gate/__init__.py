"""What may leave: the gate, its queue, and every check before a release.

acts         Acts of participants: the lease, arming, resuming, disarming and HOLD; every act but HOLD is
             answered
arguments    What a command asks for, as the screens are told it once, when its life begins
gate         The gate: one object that hears, ticks, and says what is to be said and written, in order
guards/      What must be true before anything starts to move, and for as long as it does
own_look/    The gate's own look at where the arm is, in plain floats: a second, dissimilar opinion
proposals    What enters the queue, and what is said about it: proposals, verdicts, worlds
release      What leaves in one tick: a sample of the stop, the head of the queue, or the proof of life
reports      What the gate hears of the world outside: telemetry, bridge, handle, and how near the arm is
role         The gate's role: what the gate wants said and written, as effects; and what outlives it
set_points/  Set-points: queued, allowed to leave, released in one stream and written ahead, and each one's
             life
state        State of authority and motion: one queue, one stream, and one table that all that happens goes
             through
twin         A twin of an object: what can change is copied, what cannot is shared
way_up       The way up: how long a packet takes to the spacecraft, as set-points are timed by it
world_hold   When the gate itself asks for HOLD: the arm or its base is not where it was commanded to be
"""
