"""The console: what a person sees of a run, and the one act that is always theirs, HOLD.

                   window and roles
                        panels
                        motion
               scene   plots   replay
                        widgets                 from here up: Qt
                         texts
                         facts                  each imports what is below it, and nothing above

application  The process of the console: the feed in a thread of its own, the window in the main one
close_up/    The tool from near by, always there: beside its goal, its fixture and its neighbours
facts/       What the screens know: settings and messages in, one immutable snapshot out, and what a person
             does; no Qt
feed_role    The console's role: what is received becomes the snapshot, what a person does becomes messages
frame/       What stands where in the window
history/     The commands of a pass as rows: those of one motion folded, all of them by time, and as a file
lanes/       The delay as a picture: what was commanded, is going up, is executed, and comes down, on one
             time axis
main_window  The window: draws the newest snapshot ten times a second, events at once, and hands on what a
             person does
motion/      A person asks for a motion: by numbers or a ghost of the tool, and sees the answer and its
             preview
panels/      The panels of the window and their list, the prompts and the bar above them, and where each
             stands
plots/       Plots of any recorded figure, and the trends of the last minute that are always in sight
replay/      A replay at the console: its feed, what it shows of a recording, its keys and its time line
scene/       The scene: arms, bodies and marks beside them, in a 3-D view where OpenGL works, else in a flat
             one
standing/    What always stands in the window, in its place and of its size: keys, strip, three lines of
             messages
texts/       What the console says: figures, words, colours and symbols of what is known; no Qt
widgets/     What panels are made of: figures, bars, tables, buttons, and a painter's colours and pens
"""
