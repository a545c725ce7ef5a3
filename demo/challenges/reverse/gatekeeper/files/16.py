#!/usr/bin/env python3
REST = 91
PULL = 110
LOCK = [
    72, 248, 20, 47, 26, 223, 35, 200, 27, 62, 169, 131,
    216, 23, 150, 66, 106, 229, 216, 35, 219, 130, 110, 173,
    75, 91, 103, 157, 76, 159, 5, 181, 212, 67, 182, 74,
    18,
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
