#!/usr/bin/env python3
REST = 57
PULL = 213
LOCK = [
    195, 229, 182, 218, 126, 105, 129, 233, 46, 113, 99, 118,
    147, 44, 215, 245, 102, 4, 225, 104, 198, 142, 243, 174,
    35, 49, 28, 62, 239, 80, 99, 84, 205, 124, 146, 106,
    149,
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
