#!/usr/bin/env python3
REST = 81
PULL = 135
LOCK = [
    244, 168, 189, 19, 182, 96, 11, 94, 4, 142, 220, 197,
    102, 73, 196, 237, 243, 39, 120, 5, 56, 166, 188, 150,
    40, 2, 152, 60, 145, 78, 119, 83, 43, 117, 64, 196,
    15,
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
