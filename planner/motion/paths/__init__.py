"""Where the arm goes, without when."""
