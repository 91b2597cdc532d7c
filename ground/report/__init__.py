"""What a run did, told afterwards.

certificates    Certificates of a run: which plans were certified, which of them were armed, which were stale
                by then
comparison      What collision methods tell along one motion: read by terminal, JSON and figure alike
explained       What explains that motion was held, or that something from space did not come
facts           What happened in a run, gathered from the messages that its roles received
fault_spells    When the faults of a scenario lasted, and what each of them explains
figures         A figure of collision methods along a motion, and any figure as a file
findings        What somebody who was not there has to know of a run: its verdict, the rule of it, and its
                findings
fit_facts       How well volumes fill the parts of an arm, as `farhand robot fit` tells it
fixture_figure  A picture of a tube: from above, from the side and in space among what is in the way, and its
                clearance
force_figure    A bilateral hand over time: where the tool was sent and where it was received, and the force
                of both
forces          What a bilateral hand felt in a run: how strong, how much less than asked and why, and at
                what energy
guides          Fixtures of a run: what was made, where they were touched, and how the commanded tool kept to
                them
interventions   What people did to a run: who pressed HOLD, who resumed, and whether a press was the run's
                end
joint_failures  Joints that failed in a run: which, where and when, and when that was recognised
left_out        What the scene's mounts leave out of every clearance, and whether anything judged it all the
                same
lock_map        The map of locks: over joint and locked angle, how much of a motion of the tool is missed
occurrences     What happens in a run, and how much of what was sent came: rows and figures of its summary
plain_page      A page of Markdown as plain text that fits the terminal
plan_figure     Figures of plans: joints, speeds, the tool's way and the clearance; another plan beside it
                dashed
progress        One line for the terminal while a run goes on, and one for each thing that happens in it
range_model     What a range sensor should have measured by the model at reported poses, and how near the arm
                was
ranges          What the arm's range sensor measured, beside what the model computes for the same instants
rates           Which rates were promised, which came, and what kept the others back
refusals        What was asked and refused: plans by the planner, acts of authority by the gate
releases        What the gate let leave against its verdicts: where another policy differs from the watermark
run_end         What the screens are told of a run that is over: its verdict, and as many findings as a
                message carries
summary         The summary of a run: one structure that terminal, JSON, console and findings all read
summary_text    The summary of a run for people: verdict first, then what was done, was it safe, what
                surprised
terminal        Where progress is told while something goes on
tool_course     What became of the tool under a hand, as telemetry shows it: from its first arming to the end
warnings        When the operator was warned that the arm is near something, and how near it came meanwhile
words           Words and figures of what a run is told to have done, the same wherever it is told
"""
