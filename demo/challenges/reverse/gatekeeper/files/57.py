#!/usr/bin/env python3
REST = 100
PULL = 87
LOCK = [
    17, 82, 205, 120, 25, 40, 69, 94, 10, 221, 26, 118,
    88, 234, 157, 237, 162, 153, 134, 232, 238, 9, 147, 109,
    66, 93, 192, 9, 159, 157, 191, 134, 193, 62, 6, 157,
    15,
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
