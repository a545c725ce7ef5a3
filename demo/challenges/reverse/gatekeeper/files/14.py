#!/usr/bin/env python3
REST = 157
PULL = 66
LOCK = [
    173, 232, 100, 180, 210, 179, 120, 3, 62, 180, 209, 104,
    200, 5, 209, 121, 79, 58, 189, 44, 26, 95, 112, 234,
    3, 71, 50, 159, 28, 172, 185, 250, 19, 88, 126, 117,
    102,
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
