#!/usr/bin/env python3
REST = 116
PULL = 225
LOCK = [
    98, 71, 10, 97, 115, 146, 72, 0, 115, 126, 113, 189,
    219, 187, 37, 174, 119, 33, 21, 76, 166, 87, 114, 169,
    245, 29, 132, 204, 46, 187, 238, 175, 97, 76, 167, 11,
    126,
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
