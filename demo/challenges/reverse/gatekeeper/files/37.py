#!/usr/bin/env python3
REST = 226
PULL = 82
LOCK = [
    60, 9, 84, 217, 100, 41, 202, 113, 94, 31, 158, 19,
    165, 84, 241, 65, 184, 143, 55, 112, 31, 168, 88, 58,
    108, 195, 59, 191, 179, 200, 213, 235, 76, 42, 61, 73,
    123,
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
