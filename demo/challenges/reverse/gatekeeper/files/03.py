#!/usr/bin/env python3
REST = 170
PULL = 50
LOCK = [
    68, 246, 100, 86, 160, 92, 185, 78, 250, 54, 65, 102,
    193, 220, 86, 165, 92, 197, 187, 183, 248, 237, 170, 87,
    204, 33, 26, 167, 151, 102, 209, 240, 81, 123, 210, 94,
    92,
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
