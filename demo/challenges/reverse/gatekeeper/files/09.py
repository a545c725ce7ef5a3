#!/usr/bin/env python3
REST = 152
PULL = 151
LOCK = [
    213, 144, 6, 8, 80, 156, 65, 141, 71, 32, 189, 40,
    129, 9, 234, 75, 155, 177, 247, 18, 91, 72, 196, 99,
    10, 128, 134, 25, 94, 13, 40, 96, 26, 250, 231, 75,
    191,
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
