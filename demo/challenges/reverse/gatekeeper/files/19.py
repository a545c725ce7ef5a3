#!/usr/bin/env python3
REST = 65
PULL = 241
LOCK = [
    205, 67, 182, 43, 199, 142, 189, 233, 44, 166, 223, 144,
    179, 75, 133, 57, 57, 47, 158, 46, 176, 133, 42, 203,
    99, 138, 8, 42, 163, 2, 110, 236, 237, 225, 94, 152,
    147,
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
