#!/usr/bin/env python3
REST = 90
PULL = 14
LOCK = [
    107, 101, 7, 204, 222, 220, 171, 250, 101, 12, 43, 215,
    111, 156, 55, 149, 203, 196, 109, 140, 86, 85, 52, 96,
    210, 52, 108, 128, 114, 170, 202, 200, 124, 110, 124, 64,
    53,
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
