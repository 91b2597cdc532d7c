"""The interface control document: one file per message family.

acts         Acts of authority: who commands, and the deliberate acts that start or stop motion
base         What every message has in common: immutable, numbered for ever, finite numbers only
command      Telecommands: what leaves for space, and the on-board contract they are made for
data         Data checking: which values of telemetry are beyond their limits, as the bridge finds them
device       A handle that a program of its own drives: what the device says, and what the hand on it shall
             feel
fixture      Virtual fixtures: what the hand is to be led by, what was made of it, and where it was touched
force        What the hand feels: the local model that a loop beside the device renders, and what screens are
             told
handle       The handle: what the hand does, what it is told to do in a rehearsal, and how it steers the arm
health       Health: who is alive, what is recorded, the rehearsal's truth, how far a run is and how it ended
images       Pictures, which travel in shards of which any 60 of 69 suffice, and what the image monitor says
             of them
joint_state  The state of all joints at one instant: one shape of it, from planner to spacecraft, in messages
             and logs
lanes        The delay as a picture: what was done when on ground, and when in orbit, in a few spans of a
             whole pass
link         The state of the space link, as the bridge measures it
operations   Commands that move no joint: gripper, brakes, cameras, mode; what is critical of them is armed,
             then fired
past         What has been said in a pass: a screen that comes late asks, and the recorder answers, part by
             part
plan         Plans: what is asked, what was planned, and the certificate without which nothing is armed
prediction   Prediction: the world that verdicts speak of, the predicted arm and how near it comes, at 100 Hz
queue        The queue: proposal, credit, verdict, roll-back, and what the gate tells of itself
replay       Replay: how a recording is being played, and what was recorded, told again
spacecraft   Telemetry, the packets of the space link that carry it down and commands up, and how a pass
             begins
world        World updates: what a person says has changed around the arm, confirmed by who holds the
             authority (R9)
"""
