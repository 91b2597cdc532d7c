"""What `farhand plan` computes: library and files joined, plain data out; named as strings alone."""
