#!/usr/bin/env python3
REST = 98
PULL = 136
LOCK = [
    127, 62, 248, 200, 219, 39, 136, 37, 127, 57, 97, 4,
    155, 104, 218, 162, 69, 212, 93, 218, 164, 101, 48, 123,
    32, 209, 194, 151, 32, 214, 72, 91, 165, 183, 121, 27,
    68,
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
