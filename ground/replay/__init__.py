"""Recordings on the screens again."""
