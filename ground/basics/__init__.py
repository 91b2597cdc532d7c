"""What every floor of the ground stands on.

listing      Tables, and names with what they mean in two columns that fit the terminal
usage_error  How a command line that does not say what to do is told: an error that any floor of the ground
             raises
version      Which farhand this is: a checkout says so itself, as what is installed may be another
"""
