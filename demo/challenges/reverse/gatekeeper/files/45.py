#!/usr/bin/env python3
REST = 239
PULL = 73
LOCK = [
    230, 82, 61, 41, 108, 227, 108, 218, 216, 59, 166, 185,
    64, 11, 180, 220, 121, 163, 228, 198, 30, 67, 239, 249,
    226, 56, 205, 27, 42, 135, 144, 56, 201, 196, 136, 230,
    134,
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
