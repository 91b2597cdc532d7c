"""What people see and start.

The pages and pictures of `farhand guide` lie in `guide/`, as data.

audit/        The audit of a run: what may be concluded from outside, and which invariants its recording
              proves
campaign/     Campaigns: a scenario flown over many seeds, values and faults, and what that tells
cli           The command `farhand`: find the command in the table, carry it out, report every mistake in one
              line
command_list  The commands of `farhand`: a table from command to the function that carries it out, loaded
              when chosen
commands/     The commands that people type: parse, carry out, print, answer with an exit code
comparison/   Collision methods beside one another, along one motion
console/      The console: what a person sees of a run, and the one act that is always theirs, HOLD
debrief/      The debriefing of recorded runs: a recording is read once and becomes the page that explains it
doctor/       What this machine can do for a run: looked at, judged, told with its cure
export/       What others read: recordings in formats that they know, and a live stream of a run
faults/       Faults of a scenario: what each is, what it explains, and how the drivers let it act
notebook      Farhand from Python: open a recording, fly a scenario
operator/     What a person or a script needs to act: view, lease, arming, recovery; and the script on top of
              it
pictures/     Cameras as files describe them, and the image monitor
rehearsal/    The rehearsal's truth: a spacecraft behind a delayed link
replay/       Recordings on the screens again
report/       Reports of a run after its end: facts, findings, summary, figures
run/          What every run needs: folder, processes, locks, HOLD, and its end
scenario/     A scenario: what its file may say, where files are found, and what is checked before anything
              flies
score/        The score of a flight: what was measured of whoever flew, and the formula that makes one figure
              of it
screen        Whether there is a screen on which the console can appear, and what draws there: asked in a
              child process
series/       The course of any recorded figure: its name, unit and limits, and as much of it as is kept
spacecraft/   The simulated spacecraft of a station as a program of its own: passes come and go, it stays
station/      A station: the same ground segment against a spacecraft that this run does not simulate
"""
