"""What happened in a run, fact by fact: nothing here knows what was expected of it.

certificates      Certificates of a run: which plans were certified, which of them were armed, which were
                  stale by then
explained         What explains that motion was held, or that something from space did not come
facts             What happened in a run, gathered from the messages that its roles received
forces            What a bilateral hand felt in a run: how strong, how much less than asked and why, and at
                  what energy
guides            Fixtures of a run: what was made, where they were touched, and how the commanded tool kept
                  to them
interventions     What people did to a run: who pressed HOLD, who resumed, and whether a press was the run's
                  end
mount_exclusions  What the scene's mounts leave out of every clearance, and whether anything judged it all
                  the same
occurrences       What happens in a run: rows and figures of its summary, and what the gate let leave against
                  its verdicts
range_model       What a range sensor should have measured by the model at reported poses, and how near the
                  arm was
ranges            What the arm's range sensor measured, beside what the model computes for the same instants
rates             Which rates were promised, which came, and what kept the others back
refusals          What was asked and refused: plans by the planner, acts of authority by the gate
run_faults        The faults of a run: when each lasted and what it explains, and which joints failed
warnings          When the operator was warned that the arm is near something, and how near it came meanwhile
words             Words and figures of what a run is told to have done, the same wherever it is told
"""
