#!/usr/bin/env python3
REST = 137
PULL = 129
LOCK = [
    205, 199, 168, 192, 46, 34, 222, 139, 225, 13, 46, 25,
    75, 245, 109, 137, 228, 160, 184, 11, 47, 175, 102, 227,
    37, 128, 79, 22, 156, 125, 141, 200, 77, 225, 40, 232,
    220,
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
