#!/usr/bin/env python3
REST = 64
PULL = 224
LOCK = [
    131, 86, 36, 138, 166, 160, 50, 20, 77, 33, 239, 188,
    57, 75, 113, 93, 124, 30, 69, 14, 7, 198, 42, 242,
    113, 85, 97, 13, 236, 240, 131, 62, 215, 57, 103, 67,
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
