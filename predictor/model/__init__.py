"""The arm as a mechanism: frames, robot file, kinematics."""
