"""What the console says: figures, words, colours and symbols of what is known; no Qt.

act_guards       Whether each of the acts applies now, and if not why not, before the gate is asked
act_keys         The ten acts, F1 to F10: what each key does now, and if it does not apply why not, before
                 anybody asks
collision_words  What is said of collisions: how near the arm is now, how near it may be, and what its motion
                 will meet
command_words    How a command reads, column by column; knows no screen
equipment_words  The equipment in words: what is set of it, and the commands without motion that a person can
                 ask for
formats          Figures for human eyes: the only place where radians become degrees, and metres millimetres
gate_words       What the gate's status comes to in words: its state with what ended motion, and how long
                 contact lasts
hand_words       Texts of the hand: whose it is, what it feels and why less than asked, and what gain the
                 delay allows
hold_stages      What is known of the newest HOLD: a row of stages, each done only by what proves it, and one
                 line
link_words       The state of the link in words: of both ways, of the round trip, and of the clock on board
message_words    How a message reads: what happened, how grave it is, and the way out; and which of them are
                 shown first
mode_words       What the screen is: mode, station and delay in the top row; run, key and windows behind it
plan_words       Texts of a plan: its certificate, what is to be known before it is armed, and how far each
                 step is
plot_words       How figures of any kind read in plots: their units for people, their values, and times
questions        What waits for a person, and the answers: one at a time, the first of these
theme            Colours, symbols and style sheet of the console
tool_words       The tool's figures as a small table: two lines for each arm, in millimetres and degrees
why_not          Why a key does not apply: a few words that stand on it, and the whole sentence with the way
                 out
"""
