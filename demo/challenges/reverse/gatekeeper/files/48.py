#!/usr/bin/env python3
REST = 218
PULL = 77
LOCK = [
    71, 54, 241, 89, 203, 193, 155, 2, 18, 235, 149, 42,
    84, 50, 215, 121, 155, 2, 29, 94, 93, 18, 248, 141,
    185, 62, 138, 206, 134, 104, 61, 57, 0, 81, 47, 238,
    164,
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
