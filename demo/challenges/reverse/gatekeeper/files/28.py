#!/usr/bin/env python3
REST = 136
PULL = 240
LOCK = [
    112, 132, 153, 180, 155, 176, 175, 198, 196, 207, 108, 182,
    119, 54, 38, 216, 8, 27, 80, 244, 211, 74, 56, 7,
    44, 142, 77, 28, 73, 78, 24, 119, 30, 54, 41, 183,
    156,
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
