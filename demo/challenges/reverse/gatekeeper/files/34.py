#!/usr/bin/env python3
REST = 70
PULL = 210
LOCK = [
    244, 145, 178, 87, 74, 102, 188, 188, 188, 177, 148, 71,
    214, 119, 20, 65, 221, 90, 201, 162, 18, 151, 201, 163,
    215, 94, 44, 75, 20, 62, 49, 79, 113, 15, 220, 104,
    164,
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
