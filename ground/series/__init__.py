"""The course of any recorded figure: its name, unit and limits, and as much of it as is kept.

act_words          What an act of authority is called, for people: in messages, logs, summaries and reports
catalogue          The figures of messages by name, with their units and limits
columns            A class of messages as the columns of a table: flat, each of one type, with its unit in
                   the header
explanation_words  Why something stopped or did not begin, in the same words on the screens, in logs and in
                   summaries
figure_course      One figure of a recording over time: every value that was recorded, as arrays, with its
                   unit and limits
recorded_series    The figures of a recording: all that its screen received, as they came
rings              Values over time in little memory: every sample of late, and the extremes of blocks of
                   what is older
series_store       All figures of a run as they come, by name: one thread adds messages, others read courses
violation_words    What a broken limit of a figure is called, for people: in messages, logs and reports
"""
