#!/usr/bin/env python3
REST = 225
PULL = 190
LOCK = [
    182, 51, 0, 106, 187, 12, 124, 81, 194, 67, 55, 23,
    216, 235, 102, 185, 135, 163, 223, 71, 70, 133, 36, 184,
    192, 209, 185, 132, 60, 235, 54, 50, 91, 106, 193, 161,
    129,
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
