"""A person's acts at a console or a command line, and a plan that a person flies.

person_acts   What a person does by one press, without the hand: each ends with why it was not done, or empty
person_flier  A person flies a plan: a key begins each part, and the person alone arms what moves the arm
person_line   A person's line to the gate: acts go up, answers and status come back on the same connection
person_plans  The plans that a person may fly: how far each is, and what the key does next
pilot         A person flies: each press begins one act, and the screen shows what it waits for or why it was
              refused
"""
