"""Scene files: what they may say, how bodies move, what covers them, what is doubtful."""
