"""What others read: recordings in formats that they know, and a live stream of a run."""
