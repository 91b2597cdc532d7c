"""The commands that people type: parse, carry out, print, answer with an exit code.

arguments       Command-line arguments whose mistakes are one line with the nearest valid option
arm/            Commands about an arm and a scene of one's own
campaign/       The command that flies a scenario many times: its options, and what it prints
completion      `farhand completion bash|zsh`: a script by which a shell completes commands, actions, options
                and names
doctor          `farhand doctor`: what this machine can do for a run; a line for each finding, with its cure
end_page        The page that a flight, a pass or a campaign leaves by itself at its end
guide           The command `farhand guide`: a page of the guide as plain text; without a page, which there
                are
keys            The command `farhand keys`: the keys of a station from their first day to their last
messages        The command `farhand messages`: the message dictionary, to read, as JSON, or as XTCE for
                other systems
motion/         Commands about one motion, before it is flown
motion_options  Options of a motion: lists of numbers, goals of joints, locks, what gives way; and the lines
                on locks
new_file        `farhand new scenario|scene|robot|plan NAME`: a commented file to begin with, which can be
                used as it is
output          Where the answer of a command goes: JSON, text or a picture, to a file or to standard output
recording/      Commands about a recording
run/            Commands that begin a run, act on one that is going on, and list what ran
scenarios       The command `farhand scenarios [NAME]`: what can be rehearsed; of one: its task, and what it
                trains
verify          `farhand verify PLAN`: is a plan fit to be flown?  Judged as fast as it can be, by the
                verdict's function
"""
