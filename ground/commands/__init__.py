"""The commands that people type: parse, carry out, print, answer with an exit code."""
