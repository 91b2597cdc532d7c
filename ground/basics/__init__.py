"""What every floor of the ground stands on.

usage_error  How a command line that does not say what to do is told: an error that any floor of the ground
             raises
"""
