#!/usr/bin/env python3
REST = 54
PULL = 152
LOCK = [
    27, 197, 174, 199, 4, 230, 174, 208, 105, 0, 126, 191,
    29, 249, 77, 39, 29, 5, 133, 5, 141, 233, 142, 119,
    137, 115, 43, 132, 65, 176, 23, 112, 37, 190, 106, 184,
    17,
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
