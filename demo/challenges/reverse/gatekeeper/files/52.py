#!/usr/bin/env python3
REST = 144
PULL = 127
LOCK = [
    67, 84, 225, 67, 102, 26, 142, 77, 105, 136, 79, 108,
    24, 144, 95, 149, 223, 73, 110, 34, 185, 37, 47, 66,
    220, 203, 61, 88, 8, 142, 44, 147, 229, 56, 173, 224,
    246,
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
