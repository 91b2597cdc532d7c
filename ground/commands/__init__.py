"""The commands that people type: parse, carry out, print, answer with an exit code.

actions            Commands in two words: `farhand NOUN ACTION ...`, where each action has a file and options
                   of its own
arguments          Command-line arguments whose mistakes are one line with the nearest valid option
collision          `farhand collision ACTION`: what collision methods make of a motion; each action has its
                   own options
collision_compare  `farhand collision compare MOTION`: collision methods along one motion
completion         `farhand completion bash|zsh`: a script by which a shell completes commands, actions,
                   options and names
console            The command `farhand console`: one more screen of a run that is going on, at the next free
                   place of it
fixture            `farhand fixture`: a tube that leads the hand from a place to another, around what is in
                   the way
guide              The command `farhand guide`: a page of the guide as plain text; without a page, which
                   there are
handle             The command `farhand handle`: a device beside a run that goes on, in a process of its own
hold               The command `farhand hold`: HOLD, now, for every run that lives; or a program that stands
                   by for them
json_output        An answer as JSON, by its fields as keys, or a text as it is, to a file or to standard
                   output
lock_options       Options of a motion with locked joints, and what is said of it
messages           The command `farhand messages`: the message dictionary, to read, as JSON, or as XTCE for
                   other systems
number_lists       Lists of numbers in arguments: `A,B,C`, and `NAME_deg=A`; a wrong one is told by what it
                   is, with units
person             The commands `farhand resume` and `farhand confirm`: acts that only a person does, from
                   the command line
picture            A picture that a command draws besides its answer: an .svg or .png file, by matplotlib
plan               `farhand plan ACTION`: motions of an arm, before anybody flies them
plan_advise        `farhand plan advise [PLAN ...]`: what the lock of each joint would cost, before any joint
                   has failed
plan_motion        `farhand plan joint|line|arc|orbit|plane`: one motion from rest to rest, how fast, what it
                   asks of joints
plan_show          `farhand plan show PLAN --picture FILE.png|svg`: a plan as a picture, with joints locked
                   one beside it
progress           Progress of a run in whatever the terminal is
record             `farhand record info|recover|export|force`: what a recording holds, a whole file of a
                   damaged one
record_export      `farhand record export`: a recording in formats that other programs know
record_force       `farhand record force`: what a bilateral hand felt, as figures, samples and a picture
rehearse           The commands that people type: parse, carry out, print, answer with an exit code
replay             `farhand replay`: a recording on the screens again; counted; or its roles run again and
                   compared
robot              `farhand robot ACTION FILE`: what can be done with the file of an arm; each action has its
                   own options
robot_check        `farhand robot check FILE`: what a robot file says of the arm, whether it can be flown,
                   what is doubtful
robot_fit          `farhand robot fit FILE`: volumes around each part of an arm, by each method, and how well
                   they fill
robot_import       `farhand robot import FILE`: a robot file of an arm that somebody else describes
runs               The command `farhand runs`: what runs or ran here, one line each; `--prune` removes what
                   is over
scenarios          The command `farhand scenarios`: what can be rehearsed
scene              `farhand scene ACTION FILE`: what can be done with the file of a scene; each action has
                   its own options
scene_check        `farhand scene check FILE`: what a scene file, or a bare mesh, holds, and what is doubtful
                   in it
stop               The command `farhand stop`: HOLD, wait for the latch, then end every process of a run,
                   orphans too
stream             The command `farhand stream`: a run that is going on, for other programs to look at, over
                   a WebSocket
summary            The command `farhand summary`: the summary of a rehearsal again, from its recording alone
verify             `farhand verify PLAN`: is a plan fit to be flown?  Judged as fast as it can be, by the
                   verdict's function
"""
