"""What is said and doubted of an arm: facts, shapes that do not hold it, pairs that cannot part."""
