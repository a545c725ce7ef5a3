#!/usr/bin/env python3
REST = 185
PULL = 145
LOCK = [
    70, 219, 228, 34, 37, 218, 87, 180, 111, 135, 123, 129,
    244, 97, 139, 207, 20, 3, 59, 141, 248, 203, 185, 89,
    225, 119, 69, 87, 191, 164, 15, 248, 155, 219, 213, 99,
    209,
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
