#!/usr/bin/env python3
REST = 148
PULL = 204
LOCK = [
    174, 214, 81, 64, 131, 242, 24, 242, 36, 169, 215, 50,
    22, 78, 229, 162, 41, 196, 201, 211, 6, 105, 202, 165,
    147, 243, 7, 44, 23, 0, 84, 196, 155, 127, 188, 40,
    38,
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
