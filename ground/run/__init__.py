"""What every run needs: folder, processes, locks, HOLD, and its end."""
