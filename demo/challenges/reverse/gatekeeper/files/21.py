#!/usr/bin/env python3
REST = 133
PULL = 97
LOCK = [
    202, 125, 176, 110, 4, 10, 69, 31, 110, 232, 40, 230,
    84, 224, 21, 161, 180, 5, 109, 151, 223, 181, 104, 169,
    199, 100, 44, 123, 13, 88, 87, 36, 59, 83, 153, 168,
    142,
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
