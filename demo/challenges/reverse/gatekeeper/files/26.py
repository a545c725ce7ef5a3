#!/usr/bin/env python3
REST = 106
PULL = 7
LOCK = [
    91, 244, 50, 205, 56, 14, 201, 16, 227, 187, 180, 120,
    200, 2, 144, 136, 73, 124, 241, 50, 233, 10, 187, 175,
    91, 8, 189, 190, 200, 230, 190, 162, 8, 145, 93, 35,
    155,
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
