#!/usr/bin/env python3
REST = 141
PULL = 206
LOCK = [
    32, 175, 5, 132, 211, 167, 118, 76, 209, 237, 3, 231,
    9, 205, 192, 26, 210, 203, 27, 160, 213, 89, 128, 134,
    115, 220, 22, 136, 30, 242, 234, 145, 85, 21, 190, 121,
    238,
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
