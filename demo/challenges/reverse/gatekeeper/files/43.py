#!/usr/bin/env python3
REST = 128
PULL = 232
LOCK = [
    180, 203, 7, 224, 138, 12, 126, 231, 244, 237, 141, 197,
    135, 53, 127, 229, 41, 89, 192, 237, 149, 66, 118, 138,
    9, 204, 22, 206, 186, 57, 50, 136, 13, 87, 195, 148,
    110,
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
