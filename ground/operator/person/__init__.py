"""A person's acts at a console or a command line, and a plan that a person flies.

kept_plans      The plan files of a run: what a person saves in flight and opens again, in one folder and
                nowhere else
motion_acts     What a person asks for at a screen beside the plans of the scenario: a motion, a jog, a
                fixture, a file, equipment
motion_answer   What a screen shows of an asked motion: what the planner made of it, and whether that may
                still be armed
mouse_hand      The handle as a window leads it, by mouse and keys: where the hand goes, and whether it holds
person_acts     What a person does by one press, without the hand: each ends with why it was not done, or
                empty
person_files    A person's plans in files: what is asked of the folder, and what came of it
person_flier    A person flies a plan: a key begins each part, and the person alone arms what moves the arm
person_line     A person's line to the gate: acts go up, answers and status come back on the same connection
person_motion   The motions that a person asks for at a screen: jogs become moves, and answers become what is
                shown
person_plans    The plans that a person may fly: how far each is, and what the key does next
person_way_out  The way out of where the arm rests after a refusal, or too near: planned by itself, flown by
                a key
pilot           A person flies: each press begins one act, and the screen shows what it waits for or why it
                was refused
pilot_state     What passes between a person at a screen and the client: acts by one press, and what is shown
                of them
"""
