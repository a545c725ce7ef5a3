#!/usr/bin/env python3
REST = 248
PULL = 178
LOCK = [
    70, 19, 218, 5, 13, 179, 88, 217, 87, 28, 90, 71,
    201, 244, 139, 25, 57, 221, 57, 226, 202, 199, 148, 110,
    123, 181, 223, 158, 139, 222, 191, 201, 15, 246, 203, 81,
    21,
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
