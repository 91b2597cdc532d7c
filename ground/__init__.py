"""What people see and start.

The pages and pictures of `farhand guide` lie in `guide/`, as data.

cli             The command `farhand`: a table from command to the function that carries it out, loaded when
                chosen
commands/       The commands that people type: parse, carry out, print, answer with an exit code
comparison/     Collision methods beside one another, along one motion
console/        The console: what a person sees of a run, and the one act that is always theirs, HOLD
expect_table    The outcomes that a scenario expects, as its file names them; `ground.report.expectations`
                judges them
export/         What others read: recordings in formats that they know, and a live stream of a run
fault_table     The faults of the far end, as a scenario lists them: of the link, of the software on board,
                of the joints
flight_plan     Plan files with what they are about: their robot and scene found, their joints, tools and
                poses checked
joint_check     Do the joint values, tools and poses of a scenario or a plan fit its robot?  Checked when it
                is loaded
listing         Tables, and names with what they mean in two columns that fit the terminal
opened_plan     A plan with all that judging it needs: whose it is, where it starts, its parts in order
operator/       What a person or a script needs to act: view, lease, arming, recovery; and the script on top
                of it
pictures/       Cameras as files describe them, and the image monitor
preflight       What is checked before anything starts: do scenario, robot and scene fit one another?
rehearsal/      The rehearsal's truth: a spacecraft behind a delayed link
replay/         Recordings on the screens again
report/         What a run did, told afterwards
run/            What every run needs: folder, processes, locks, HOLD, and its end
scenario        A scenario: robot, scene, link, commanding, operator, faults, truth, and the outcomes that
                must hold
scenario_files  Where scenarios, robots and scenes are found: shipped ones by name, anybody's by path
screen          Whether there is a screen on which the console can appear: asked in a child process
version         Which farhand this is: a checkout says so itself, as what is installed may be another
"""
