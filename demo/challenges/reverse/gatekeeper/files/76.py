#!/usr/bin/env python3
REST = 39
PULL = 155
LOCK = [
    123, 98, 229, 210, 47, 130, 173, 73, 135, 196, 135, 207,
    70, 165, 103, 33, 220, 79, 72, 236, 68, 134, 54, 208,
    233, 95, 49, 187, 250, 175, 148, 183, 133, 164, 204, 82,
    70,
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
