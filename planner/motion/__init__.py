"""Which motion to ask for: paths, their timing, inverse kinematics, evidence for a plan."""
