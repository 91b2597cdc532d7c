"""What happened in a run, fact by fact: nothing here knows what was expected of it.

certificates    Certificates of a run: which plans were certified, which of them were armed, which were stale
                by then
explained       What explains that motion was held, or that something from space did not come
facts           What happened in a run, gathered from the messages that its roles received
fault_spells    When the faults of a scenario lasted, and what each of them explains
forces          What a bilateral hand felt in a run: how strong, how much less than asked and why, and at
                what energy
guides          Fixtures of a run: what was made, where they were touched, and how the commanded tool kept to
                them
interventions   What people did to a run: who pressed HOLD, who resumed, and whether a press was the run's
                end
joint_failures  Joints that failed in a run: which, where and when, and when that was recognised
left_out        What the scene's mounts leave out of every clearance, and whether anything judged it all the
                same
occurrences     What happens in a run, and how much of what was sent came: rows and figures of its summary
range_model     What a range sensor should have measured by the model at reported poses, and how near the arm
                was
ranges          What the arm's range sensor measured, beside what the model computes for the same instants
rates           Which rates were promised, which came, and what kept the others back
refusals        What was asked and refused: plans by the planner, acts of authority by the gate
releases        What the gate let leave against its verdicts: where another policy differs from the watermark
tool_course     What became of the tool under a hand, as telemetry shows it: from its first arming to the end
warnings        When the operator was warned that the arm is near something, and how near it came meanwhile
words           Words and figures of what a run is told to have done, the same wherever it is told
"""
