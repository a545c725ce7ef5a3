#!/usr/bin/env python3
REST = 115
PULL = 41
LOCK = [
    48, 69, 167, 176, 64, 238, 72, 55, 111, 137, 221, 140,
    80, 125, 235, 229, 227, 135, 139, 46, 12, 126, 12, 111,
    154, 163, 39, 215, 158, 78, 14, 154, 123, 107, 204, 213,
    109,
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
