"""What the console says: figures, words, colours and symbols of what is known; no Qt.

collision_words  What is said of collisions: how near the arm is now, how near it may be, and what its motion
                 will meet
command_words    How a command reads, column by column; knows no screen
formats          Figures for human eyes: the only place where radians become degrees, and metres millimetres
gate_words       What the gate's status comes to in words: its state with what ended motion, and how long
                 contact lasts
hand_words       Texts of the hand: whose it is, what it feels and why less than asked, and what gain the
                 delay allows
hold_stages      What is known of the newest HOLD: a row of stages, each done only by what proves it, and one
                 line
plan_words       Texts of a plan: its certificate, what is to be known before it is armed, and how far each
                 step is
theme            Colours, symbols and style sheet of the console
"""
