#!/usr/bin/env python3
REST = 72
PULL = 30
LOCK = [
    3, 199, 45, 201, 133, 98, 31, 41, 90, 43, 161, 176,
    122, 3, 220, 206, 30, 11, 205, 246, 235, 158, 88, 0,
    121, 240, 54, 236, 132, 71, 208, 47, 35, 179, 187, 178,
    230,
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
