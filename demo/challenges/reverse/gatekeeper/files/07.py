#!/usr/bin/env python3
REST = 177
PULL = 104
LOCK = [
    187, 230, 174, 130, 93, 7, 78, 195, 64, 234, 115, 27,
    160, 182, 233, 17, 136, 203, 154, 72, 92, 166, 62, 43,
    75, 143, 196, 175, 210, 130, 46, 97, 136, 218, 170, 242,
    229,
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
