#!/usr/bin/env python3
REST = 243
PULL = 7
LOCK = [
    46, 180, 104, 81, 192, 213, 88, 229, 212, 82, 198, 246,
    78, 152, 190, 207, 68, 89, 247, 92, 25, 60, 35, 115,
    173, 80, 191, 204, 52, 194, 190, 205, 18, 215, 90, 219,
    188,
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
