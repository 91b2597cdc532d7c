"""The commands of a pass as rows: those of one motion folded, all of them by time, and as a file.

command_folds  Commands of one motion, folded into one row, so that a pass can be taken in at a glance
commands_csv   The commands of a pass as a table, one row a command with the instants of its whole life
fold_words     How commands of one motion read that are folded into one row, and how one reads that is not
folded_lines   The lines of the queue: a fold, or its commands one by one where a person has opened it
history_words  How the history of a pass reads, line by line, and which lines a person wants to see
pass_history   The history of a pass: commands and events by time, of which those are lines that a person
               wants to see
"""
