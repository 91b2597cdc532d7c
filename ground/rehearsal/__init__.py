"""The rehearsal's truth: a spacecraft behind a delayed link."""
