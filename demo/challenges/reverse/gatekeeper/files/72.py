#!/usr/bin/env python3
REST = 42
PULL = 204
LOCK = [
    136, 243, 224, 120, 9, 203, 100, 184, 1, 57, 208, 128,
    121, 194, 48, 135, 55, 40, 3, 230, 117, 159, 174, 226,
    41, 205, 36, 187, 73, 212, 155, 82, 45, 28, 27, 77,
    56,
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
