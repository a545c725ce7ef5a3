#!/usr/bin/env python3
REST = 93
PULL = 214
LOCK = [
    175, 160, 203, 125, 20, 137, 54, 125, 8, 59, 202, 171,
    61, 110, 76, 81, 140, 206, 34, 117, 72, 233, 30, 15,
    68, 118, 34, 119, 241, 250, 120, 162, 164, 88, 97, 60,
    200,
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
