"""What may leave: the gate, its queue, and every check before a release.

acts             Acts of participants: the lease, arming, resuming, disarming and HOLD; every act but HOLD is
                 answered
arming_facts     What an act is judged by: the table of states, and the facts that the guards of arming look
                 at
confirmed_world  The world as it was confirmed: what differs from the files, and what the gate itself looks
                 at in it (R9)
epochs           Epochs of the gate's numbers: above any ever used, and what the gate before this one may
                 have left behind
gate             The gate: one object that takes messages and ticks, and returns what is to be sent and
                 written, in order
guards/          What must be true before anything starts to move, and for as long as it does
logged_events    What is told of in the log: every change of authority and motion, as it is seen from outside
                 the gate
notices          What the gate sends as motion ends before its end: why, and where the arm comes to rest
operations       Commands that move no joint: ARM and FIRE of what is critical, and one act for what is not
                 (R12)
own_look/        The gate's own look at where the arm is, in plain floats: a second, dissimilar opinion
proposals        What enters the queue, and what is judged about it: proposals, verdicts, worlds
release          What leaves in one tick: a sample of the stop, the head of the queue, or the proof of life
release_log      The release log, which is the gate's audit log too: what leaves and what has happened,
                 chained and sealed
reports          What the gate hears of the world outside: telemetry, bridge, handle, how near the arm is,
                 and the world
role             The gate's role: what the gate sends and writes, as effects, and what outlives it
set_points/      Set-points: queued, allowed to leave, released in one stream and written ahead, and each
                 one's life
state            State of authority and motion: one queue, one stream, and one table that all that happens
                 goes through
world_updates    World updates: proposed by anybody at a console, confirmed by the holder of the lease (R9)
"""
