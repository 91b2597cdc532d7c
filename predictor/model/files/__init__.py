"""Robot files: what they may say, checked, described, written, and made of others' files."""
