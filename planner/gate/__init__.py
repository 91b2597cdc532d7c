"""What may leave: the gate, its queue, and every check before a release.

acts          Acts of participants: the lease, arming, resuming, disarming and HOLD; every act but HOLD is
              answered
ages          Ages: instants as they count when two gates are compared, relative to now
arguments     What a command asks for, as the screens are told it once, when its life begins
arming        The guards of arming (R8): what must be true before anything may start to move, in the order it
              is told
box_tree      Which of many bodies may a region touch? A tree of bounds along the axes, built once, in plain
              floats
comparison    Two other rules for the queue, to compare with the watermark: never in anything but a rehearsal
gate          The gate: one object that hears, ticks, and says what is to be said and written, in order
keep_out      The gate's own look at where the arm is: the second, dissimilar opinion, in plain floats
ledger        The life of every command, from proposal to its one end
person_hold   A person's HOLD: it takes the run from the script, and only a person gives it back
plain_base    Where a floating base goes while its arm moves, in plain floats: the gate's own, dissimilar
              momentum
plain_frames  Where the frames of a tree of joints are, in plain floats: the gate's own, dissimilar
              kinematics
policy        When the head of the queue may leave: the watermark, and the gate's own checks before every
              release
proposals     What enters the queue, and what is said about it: proposals, verdicts, worlds
queue         The queue of one epoch: entries in order, their chain, and how far they are verified
quiet         Is the arm at rest where it was commanded, and for how long?  With figures, for whoever has to
              wait (R8)
release       What leaves in one tick: a sample of the stop, the head of the queue, or the proof of life
reports       What the gate hears of the world outside: telemetry, bridge, handle, and how near the arm is
role          The gate's role: what the gate wants said and written, as effects; and what outlives it
rules         What the gate is told once and never changes in a run: periods, delays, windows, limits
state         State of authority and motion: one queue, one stream, and one table that all that happens goes
              through
stream        The stream of released set-points: r, what continues it, and the write-ahead record of each
twin          A twin of an object: what can change is copied, what cannot is shared
watchdogs     Who is still there: telemetry, operator, dead-man, recorder and predictor, each by its last
              sign's age
way_up        The way up: how long a packet takes to the spacecraft, as set-points are timed by it
world_hold    When the gate itself asks for HOLD: the arm or its base is not where it was commanded to be
write_ahead   What the gate wants said and written, in order: a record comes before the packet that it speaks
              of
"""
