#!/usr/bin/env python3
REST = 158
PULL = 35
LOCK = [
    110, 194, 112, 10, 226, 2, 173, 146, 205, 0, 126, 7,
    107, 88, 198, 34, 60, 207, 92, 77, 68, 6, 76, 20,
    68, 245, 174, 188, 135, 86, 125, 195, 133, 220, 7, 131,
    228,
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
