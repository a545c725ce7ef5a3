#!/usr/bin/env python3
REST = 110
PULL = 58
LOCK = [
    207, 67, 220, 65, 132, 250, 45, 215, 35, 126, 155, 69,
    99, 77, 78, 138, 97, 219, 27, 180, 32, 235, 193, 20,
    26, 126, 162, 231, 224, 17, 110, 188, 194, 90, 80, 213,
    216,
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
