"""Who drives a role: virtual time and real time, and what both need."""
