#!/usr/bin/env python3
REST = 75
PULL = 61
LOCK = [
    159, 19, 3, 38, 186, 175, 236, 204, 9, 151, 50, 153,
    159, 18, 224, 242, 78, 104, 195, 218, 129, 224, 227, 163,
    24, 82, 115, 109, 207, 159, 39, 208, 20, 98, 89, 244,
    236,
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
