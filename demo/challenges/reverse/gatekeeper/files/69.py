#!/usr/bin/env python3
REST = 248
PULL = 97
LOCK = [
    62, 99, 164, 201, 46, 68, 173, 79, 248, 64, 59, 65,
    143, 174, 191, 85, 87, 20, 58, 224, 25, 51, 44, 122,
    158, 139, 62, 112, 150, 69, 2, 29, 139, 59, 41, 97,
    32,
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
