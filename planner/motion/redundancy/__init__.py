"""What a redundant arm does with its freedom while its tool follows a course."""
