#!/usr/bin/env python3
REST = 34
PULL = 128
LOCK = [
    187, 200, 97, 223, 57, 141, 79, 187, 206, 117, 42, 220,
    161, 134, 214, 165, 161, 141, 102, 124, 193, 242, 220, 169,
    167, 165, 169, 168, 249, 80, 78, 31, 82, 88, 52, 12,
    191,
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
