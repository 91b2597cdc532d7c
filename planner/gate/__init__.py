"""What may leave: the gate, its queue, and every check before a release."""
