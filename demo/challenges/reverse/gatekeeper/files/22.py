#!/usr/bin/env python3
REST = 137
PULL = 219
LOCK = [
    236, 87, 76, 184, 12, 242, 140, 153, 239, 237, 72, 70,
    132, 151, 67, 247, 2, 51, 0, 120, 59, 5, 208, 242,
    158, 88, 78, 136, 242, 115, 216, 202, 146, 183, 250, 167,
    88,
]


def tumblers(word):
    state = REST
    for place, letter in enumerate(word.encode()):
        state = (state * PULL + letter + place) % 251
        yield state


if list(tumblers(input("Word? "))) == LOCK:
    print("The gate swings open. That word is your flag.")
else:
    print("The gate does not move.")
