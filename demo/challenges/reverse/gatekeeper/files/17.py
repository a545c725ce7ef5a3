#!/usr/bin/env python3
REST = 170
PULL = 234
LOCK = [
    224, 66, 232, 178, 113, 211, 30, 107, 53, 207, 121, 66,
    246, 193, 112, 236, 129, 181, 61, 87, 161, 160, 158, 196,
    52, 244, 1, 105, 51, 12, 125, 16, 111, 211, 16, 66,
    43,
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
