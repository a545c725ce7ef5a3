#!/usr/bin/env python3
REST = 131
PULL = 45
LOCK = [
    224, 149, 27, 66, 85, 184, 100, 97, 213, 151, 144, 69,
    206, 91, 209, 250, 80, 201, 135, 171, 48, 37, 25, 242,
    218, 145, 132, 38, 78, 126, 29, 132, 5, 104, 45, 150,
    134,
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
