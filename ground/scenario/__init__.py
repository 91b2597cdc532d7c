"""A scenario: what its file may say, where files are found, and what is checked before anything flies.

any_fault       What every fault is: keys of a scenario's `[[fault]]`, what it explains, and how it acts
                through the seams
chances         What becomes of messages, drawn from a seed: whether something happens to one, which old one,
                which bit
consequences    What a fault makes happen: why motion is held by it, and what else is told as its work
fault_seams     What the drivers ask of a scenario's faults: the seams of all participants, and the ends of
                their lives
faults          The one list of faults, of the ground and of space: for scenario files, the attack and tests
                alike
flight_plan     Plan files with what they are about: their robot and scene found, their joints, tools and
                poses checked
joint_check     Do the joint values, tools and poses of a scenario or a plan fit its robot?  Checked when it
                is loaded
opened_plan     A plan with all that judging it needs: whose it is, where it starts, its parts in order
preflight       What is checked before anything starts: do scenario, robot and scene fit one another?
scenario        A scenario: robot, scene, link, commanding, operator, faults, truth, and the outcomes that
                must hold
scenario_files  Where scenarios, robots and scenes are found: shipped ones by name, anybody's by path
"""
