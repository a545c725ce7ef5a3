#!/usr/bin/env python3
REST = 87
PULL = 13
LOCK = [
    229, 74, 57, 94, 94, 91, 31, 16, 72, 36, 92, 56,
    88, 248, 91, 60, 152, 83, 201, 223, 21, 158, 163, 232,
    125, 243, 29, 248, 46, 225, 249, 107, 223, 224, 241, 212,
    156,
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
