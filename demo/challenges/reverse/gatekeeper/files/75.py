#!/usr/bin/env python3
REST = 135
PULL = 61
LOCK = [
    54, 140, 105, 236, 216, 248, 171, 4, 108, 166, 212, 246,
    59, 193, 106, 72, 250, 54, 157, 159, 44, 59, 202, 144,
    120, 165, 158, 222, 72, 3, 19, 33, 139, 75, 147, 22,
    248,
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
