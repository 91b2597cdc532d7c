"""What a run did, told afterwards.

expect/            What a scenario may expect of a run: its key, its judgement, its words
facts/             What happened in a run, fact by fact: nothing here knows what was expected of it
figures/           Figures, drawn from what commands tell
findings           What somebody who was not there has to know of a run: its verdict, the rule of it, and its
                   findings
fit_facts          How well volumes fill the parts of an arm, as `farhand robot fit` tells it
listing            Tables, and names with what they mean in two columns that fit the terminal
method_comparison  What collision methods tell along one motion: read by terminal, JSON and figure alike
plain_page         A page of Markdown as plain text that fits the terminal
progress_lines     One line for the terminal while a run goes on, and one for each thing that happens in it
run_summary        The summary of a run: one structure that terminal, JSON, console and findings all read
summary_text       The summary of a run for people: verdict first, then what was done, was it safe, what
                   surprised
terminal           Where progress is told while something goes on
"""
