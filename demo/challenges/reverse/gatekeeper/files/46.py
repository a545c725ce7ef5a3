#!/usr/bin/env python3
REST = 14
PULL = 201
LOCK = [
    155, 140, 127, 31, 83, 241, 101, 85, 132, 30, 132, 41,
    71, 72, 44, 191, 113, 238, 23, 225, 179, 222, 61, 83,
    238, 21, 87, 39, 183, 14, 137, 58, 196, 75, 105, 104,
    232,
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
