"""What happened in a run, fact by fact: nothing here knows what was expected of it.

certificates      Certificates of a run: which plans were certified, and which of them were armed or refused
clamps            What was cut of the wish of a hand: by speed, by the walls of its workspace, by what is
                  near
command_ends      The lives of a run's commands: each open one, each that went wrong, and of the others their
                  number
explained         Explanations of holds, and of what did not come from space
facts             What happened in a run, gathered from the messages that its roles received
forces            What a bilateral hand felt in a run: how strong, how much less than asked and why, and at
                  what energy
guides            Fixtures of a run: what was made, where they were touched, and how the commanded tool kept
                  to them
interventions     Acts of people in a run: presses of HOLD, resumes, and whether a press was the run's end
led_tool          Where a hand has led the tool, by the reports since it was armed: of all but the newest
                  only how far
life_totals       Counts over all lives of who counts: each life counts from zero
mount_exclusions  Pairs that the scene's mounts leave out of every clearance, and whether physics judged them
occurrences       What happens in a run: rows and figures of its summary, and what the gate let leave against
                  its verdicts
proofs            What the audit of a recording proves of its run: a line, whether it is a fault, and the
                  finding of it
range_model       The range sensor's echo by the model at reported poses, and how near the arm was to its
                  scene
ranges            Distances of the arm's range sensor beside those that the model computes for the same
                  instants
rates             Which rates were promised, which came, and what kept the others back
recorded_facts    Facts of a run from its recording: read once from its beginning, and all that reads along
recorded_lives    The lives of all participants of a recorded run, by the records of their drivers
refusals          Refusals of a run: plans by the planner, acts of authority by the gate
reported_arm      What the reports of the arm that are believed come to: the first, the newest, and running
                  figures
run_faults        The faults of a run: when each lasted and what it explains, and which joints failed
violations        Limits that values of telemetry broke in a run, and the faults that explain it
warnings          Warnings that the arm is near something, and how near it came meanwhile
words             Words and figures of reports, the same in each of them
world_changes     Updates of the world in a run: when the predictor first spoke of each, and in words
"""
