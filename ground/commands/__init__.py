"""The commands that people type: parse, carry out, print, answer with an exit code.

actions       Commands in two words: `farhand NOUN ACTION ...`, where each action has a file and options of
              its own
arguments     Command-line arguments whose mistakes are one line with the nearest valid option
arm/          Commands about an arm and a scene of one's own
completion    `farhand completion bash|zsh`: a script by which a shell completes commands, actions, options
              and names
guide         The command `farhand guide`: a page of the guide as plain text; without a page, which there are
json_output   An answer as JSON, by its fields as keys, or a text as it is, to a file or to standard output
lock_options  Options of a motion with locked joints, and what is said of it
messages      The command `farhand messages`: the message dictionary, to read, as JSON, or as XTCE for other
              systems
motion/       Commands about one motion, before it is flown
picture       A picture that a command draws besides its answer: an .svg or .png file, by matplotlib
progress      Progress of a run in whatever the terminal is
recording/    Commands about a recording
run/          Commands that begin a run, act on one that is going on, and list what ran
scenarios     The command `farhand scenarios`: what can be rehearsed
verify        `farhand verify PLAN`: is a plan fit to be flown?  Judged as fast as it can be, by the
              verdict's function
"""
