#!/usr/bin/env python3
REST = 191
PULL = 240
LOCK = [
    9, 10, 240, 227, 140, 90, 117, 83, 206, 97, 63, 175,
    196, 211, 68, 137, 124, 6, 60, 213, 50, 88, 153, 195,
    235, 49, 96, 70, 110, 175, 166, 60, 227, 99, 50, 88,
    197,
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
