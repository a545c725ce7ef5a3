#!/usr/bin/env python3
REST = 244
PULL = 197
LOCK = [
    229, 42, 90, 15, 70, 109, 241, 153, 136, 39, 28, 109,
    0, 108, 71, 63, 237, 118, 29, 60, 157, 192, 40, 220,
    38, 80, 80, 69, 123, 219, 99, 10, 51, 89, 99, 13,
    212,
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
