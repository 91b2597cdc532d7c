"""What a hand can hold: devices that a program of their own reads, and what the role hears of them."""
