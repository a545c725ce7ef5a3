#!/usr/bin/env python3
REST = 58
PULL = 197
LOCK = [
    233, 77, 208, 169, 37, 134, 146, 12, 220, 21, 247, 80,
    60, 131, 84, 114, 244, 242, 110, 204, 162, 173, 62, 36,
    185, 174, 24, 81, 18, 118, 237, 90, 249, 241, 171, 143,
    220,
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
