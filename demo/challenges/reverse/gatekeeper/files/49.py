#!/usr/bin/env python3
REST = 37
PULL = 21
LOCK = [
    126, 245, 224, 41, 235, 39, 169, 150, 2, 146, 180, 130,
    82, 73, 157, 166, 97, 144, 138, 6, 9, 74, 165, 72,
    127, 30, 10, 81, 73, 112, 178, 105, 75, 201, 44, 8,
    78,
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
