#!/usr/bin/env python3
REST = 174
PULL = 132
LOCK = [
    229, 217, 129, 66, 54, 224, 53, 83, 27, 154, 123, 36,
    96, 230, 119, 27, 175, 123, 47, 49, 76, 128, 196, 140,
    27, 174, 9, 55, 109, 163, 60, 220, 7, 52, 173, 85,
    86,
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
