#!/usr/bin/env python3
REST = 41
PULL = 198
LOCK = [
    188, 185, 83, 225, 250, 177, 9, 140, 225, 227, 143, 66,
    129, 48, 96, 64, 247, 76, 114, 102, 250, 189, 140, 231,
    177, 30, 49, 35, 230, 195, 40, 16, 241, 114, 67, 47,
    180,
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
