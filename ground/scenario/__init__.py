"""A scenario: what its file may say, where files are found, and what is checked before anything flies.

checks_file     Checks for a recording: those of a scenario, or a file of them alone
opened_plan     A plan with all that judging it needs: its arm and station, its start, its parts in order
plan_files      Plan files with what they are about: their robot and scene found, their joints, tools and
                poses checked
preflight       What is checked before anything starts: do scenario, robot and scene fit one another?
scenario        Read a scenario strictly, find its files, and make of it what the roles of a rehearsal
                receive
scenario_files  Find scenarios, robots and scenes: shipped ones by name, others by path
scenario_table  A scenario's file: arm, scene, link, commanding, operator, faults, truth, and the outcomes
                that must hold
script_check    Do the acts and faults of a scenario fit its robot?  Checked when it is loaded
"""
