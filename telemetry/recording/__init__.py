"""How what every role received is kept, read and played again."""
