#!/usr/bin/env python3
REST = 47
PULL = 10
LOCK = [
    70, 56, 157, 170, 70, 71, 60, 213, 237, 215, 17, 34,
    202, 120, 75, 129, 160, 209, 208, 192, 46, 94, 53, 149,
    105, 170, 76, 129, 113, 211, 188, 211, 236, 188, 208, 164,
    44,
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
