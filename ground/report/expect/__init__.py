"""What a scenario may expect of a run: its key, its judgement, its words.

expectation  What an expectation is: one class, which gives a key, a judgement and words
of_counts    What is counted of a whole run
of_hand      How a hand was led, what it felt, where it brought the tool; what a sensor measured beside the
             model
of_pass      How the whole pass went: to its end, as one, safe and held, and what gave up
of_watch     What the operator was told in time, and what joints that failed came to
table        The outcomes that a scenario may expect: one list; its table is made of it, and a run is judged
             by it
"""
