#!/usr/bin/env python3
REST = 166
PULL = 109
LOCK = [
    124, 71, 57, 44, 154, 93, 200, 78, 83, 115, 111, 166,
    135, 14, 150, 167, 5, 158, 29, 18, 88, 190, 245, 220,
    5, 167, 13, 33, 166, 99, 77, 190, 7, 143, 112, 246,
    118,
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
