"""The console: what a person sees of a run, and the one act that is always theirs, HOLD.

                   window and roles
                        panels
                  scene        replay
                        widgets                 from here up: Qt
                         texts
                         facts                  each imports what is below it, and nothing above

application  The process of the console: the feed in a thread of its own, the window in the main one
facts/       What the screens know: settings and messages in, one immutable snapshot out, and what a person
             does; no Qt
feed_role    The console's role: what is received becomes the snapshot, what a person does becomes messages
main_window  The window: draws the newest snapshot ten times a second, and hands on what a person does
panels/      The panels of the window and their list, the prompts and the bar above them, and where each
             stands
replay/      A replay at the console: its feed, what it shows of a recording, its keys and its time line
scene/       The scene: arms, bodies and marks beside them, in a 3-D view where OpenGL works, else in a flat
             one
texts/       What the console says: figures, words, colours and symbols of what is known; no Qt
widgets/     What panels are made of: figures, bars, tables, buttons, and a painter's colours and pens
"""
