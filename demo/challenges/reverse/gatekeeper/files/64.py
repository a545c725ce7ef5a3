#!/usr/bin/env python3
REST = 131
PULL = 195
LOCK = [
    45, 99, 77, 61, 225, 74, 226, 9, 113, 51, 31, 136,
    27, 102, 191, 229, 102, 176, 59, 79, 228, 169, 191, 218,
    212, 49, 150, 5, 55, 58, 95, 34, 192, 128, 202, 73,
    89,
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
