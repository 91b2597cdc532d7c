"""What a scenario may expect of a run: its key, its judgement, its words.

expectation  What an expectation is: one class, which gives a key, a judgement and words
of_counts    Expectations of counts over a whole run
of_hand      Expectations of a hand, its forces and its tool, and of a range sensor beside the model
of_pass      Expectations of the whole pass: its end, its commands' end states, safe and held
of_watch     Expectations of warnings, pictures and failed joints
table        The outcomes that a scenario may expect: one list; its table is made of it, and a run is judged
             by it
"""
