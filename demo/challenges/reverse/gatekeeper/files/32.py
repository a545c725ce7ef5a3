#!/usr/bin/env python3
REST = 117
PULL = 100
LOCK = [
    5, 107, 6, 204, 196, 146, 145, 57, 42, 37, 61, 191,
    137, 3, 179, 211, 141, 159, 213, 85, 100, 96, 179, 200,
    41, 208, 100, 82, 247, 182, 212, 197, 205, 2, 80, 101,
    221,
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
