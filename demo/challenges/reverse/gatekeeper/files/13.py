#!/usr/bin/env python3
REST = 18
PULL = 3
LOCK = [
    156, 75, 73, 74, 98, 167, 102, 170, 123, 222, 39, 232,
    56, 25, 205, 245, 107, 185, 179, 155, 97, 176, 143, 48,
    14, 166, 129, 7, 102, 181, 173, 150, 35, 240, 103, 195,
    244,
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
