#!/usr/bin/env python3
REST = 158
PULL = 156
LOCK = [
    152, 227, 120, 1, 32, 96, 19, 67, 25, 239, 11, 74,
    111, 105, 195, 181, 249, 54, 16, 106, 104, 45, 109, 57,
    228, 50, 152, 240, 118, 214, 132, 92, 130, 79, 110, 229,
    243,
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
