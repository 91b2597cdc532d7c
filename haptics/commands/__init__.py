"""What `farhand handle` and its bench start: devices, loop, clock, sockets; named as strings alone."""
