#!/usr/bin/env python3
REST = 104
PULL = 228
LOCK = [
    220, 69, 18, 194, 183, 182, 184, 150, 179, 3, 57, 59,
    11, 106, 202, 4, 33, 109, 129, 165, 104, 3, 48, 21,
    140, 167, 57, 66, 68, 70, 27, 219, 64, 117, 155, 86,
    191,
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
