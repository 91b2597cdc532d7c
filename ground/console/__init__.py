"""The console: what a person sees of a run, and the one act that is always theirs, HOLD."""
