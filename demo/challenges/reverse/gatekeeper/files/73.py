#!/usr/bin/env python3
REST = 159
PULL = 100
LOCK = [
    189, 184, 176, 136, 173, 105, 61, 191, 139, 199, 197, 237,
    219, 171, 162, 17, 68, 138, 121, 172, 15, 130, 65, 95,
    83, 141, 177, 1, 181, 114, 236, 135, 77, 52, 19, 230,
    69,
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
