#!/usr/bin/env python3
REST = 36
PULL = 117
LOCK = [
    47, 86, 121, 207, 250, 7, 169, 59, 241, 189, 151, 212,
    68, 32, 109, 84, 164, 227, 79, 76, 241, 221, 121, 222,
    242, 75, 123, 206, 83, 49, 91, 185, 143, 0, 88, 93,
    249,
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
