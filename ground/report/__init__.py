"""Reports of a run after its end: facts, findings, summary, figures.

campaign_result    The result of a campaign: one structure that terminal, JSON and page all read
confidence         What a number of flights tells with 95 % confidence
expect/            What a scenario may expect of a run: its key, its judgement, its words
facts/             What happened in a run, fact by fact: nothing here knows what was expected of it
figures/           Figures, drawn from the results of commands
findings           The verdict of a run, the rule that produced it, and its findings
fit_facts          How well volumes fill the parts of an arm: the result of `farhand robot fit`
flown_course       The course of a recorded flight, as figures draw it: the arm, the queue, and roll-backs
listing            Tables, and names with what they mean in two columns that fit the terminal
method_comparison  Results of collision methods along one motion: read by terminal, JSON and figure alike
page/              One page that explains recorded runs: what it tells, and how that becomes HTML
pass_figures       What came of a pass against a spacecraft that is elsewhere: a rehearsal's figures, less
                   those of its truth
plain_page         A page of Markdown as plain text that fits the terminal
progress_lines     Lines for the terminal: one of the progress of a run, and one for each event in it
run_summary        The summary of a run: one structure that terminal, JSON, console and findings all read
start_table        What a run starts with, as one table: its groups, its protection, its commanders
summary_text       The summary of a run for people: verdict first, then what was done, was it safe, what
                   surprised
terminal           Progress on a terminal, or as plain lines in a pipe or a file
"""
