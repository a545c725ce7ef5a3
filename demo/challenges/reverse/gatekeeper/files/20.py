#!/usr/bin/env python3
REST = 201
PULL = 197
LOCK = [
    41, 154, 66, 56, 115, 189, 188, 3, 204, 132, 26, 217,
    192, 31, 213, 176, 159, 63, 238, 69, 173, 81, 10, 83,
    157, 180, 202, 7, 206, 4, 116, 95, 23, 99, 16, 231,
    237,
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
