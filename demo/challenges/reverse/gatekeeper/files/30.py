#!/usr/bin/env python3
REST = 79
PULL = 170
LOCK = [
    229, 134, 38, 40, 150, 22, 78, 72, 56, 86, 188, 198,
    139, 144, 12, 164, 144, 248, 118, 100, 66, 61, 196, 58,
    192, 134, 72, 63, 250, 165, 69, 19, 56, 64, 176, 188,
    244,
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
