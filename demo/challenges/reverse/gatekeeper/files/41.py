#!/usr/bin/env python3
REST = 144
PULL = 168
LOCK = [
    198, 241, 176, 56, 248, 122, 17, 210, 4, 23, 225, 14,
    206, 78, 182, 86, 15, 125, 42, 148, 149, 68, 246, 34,
    60, 164, 75, 172, 158, 22, 16, 13, 55, 85, 105, 205,
    214,
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
