#!/usr/bin/env python3
REST = 43
PULL = 71
LOCK = [
    143, 222, 48, 0, 127, 105, 28, 95, 83, 224, 217, 211,
    34, 12, 229, 76, 250, 44, 238, 201, 98, 66, 34, 25,
    139, 204, 59, 44, 238, 158, 50, 124, 104, 187, 109, 91,
    96,
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
