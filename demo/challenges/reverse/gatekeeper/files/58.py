#!/usr/bin/env python3
REST = 108
PULL = 153
LOCK = [
    60, 2, 154, 74, 154, 92, 123, 109, 226, 44, 81, 209,
    213, 67, 90, 97, 157, 40, 222, 201, 14, 19, 12, 200,
    99, 211, 37, 10, 154, 52, 10, 106, 237, 249, 36, 78,
    47,
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
