#!/usr/bin/env python3
REST = 106
PULL = 126
LOCK = [
    155, 61, 4, 108, 181, 89, 22, 126, 178, 193, 97, 38,
    132, 174, 217, 115, 57, 18, 135, 62, 165, 93, 38, 140,
    191, 94, 180, 212, 185, 44, 100, 130, 196, 182, 223, 121,
    96,
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
