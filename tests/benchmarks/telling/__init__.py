"""What was measured, told: rows beside what is aimed at, the machine, tables and figures.

cores            Stay on some of the cores while something is measured, and give them back
cycle_figure     A figure of cycle times: a bar for each way's median, a mark at what 99 of 100 calls stay
                 below
figures          Figures of what was measured: how time grows, and ours beside others
hand_figure      A figure of what helps a hand: time on task of each condition, a panel for each delay, one
                 scale
head             On what a bench was run: machine, versions, date, commit; a figure without these tells
                 nothing
rows             From a question to rows: what was measured, against what, and whether it is enough
targets          What is aimed at: how much faster than a peer, or how fast, by line of the targets and kind
                 of problem
told             What a bench found, for people: a table, and what it was run on
yielding_figure  What is felt of a force over how steeply it falls as the hand lets it go: a line for each
                 case
"""
