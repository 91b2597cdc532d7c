"""Which motion to ask for: paths, their timing, inverse kinematics, teleoperation, evidence for a plan."""
