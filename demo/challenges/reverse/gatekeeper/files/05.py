#!/usr/bin/env python3
REST = 50
PULL = 154
LOCK = [
    21, 80, 120, 12, 218, 62, 113, 198, 236, 53, 5, 132,
    110, 231, 62, 142, 156, 43, 222, 172, 16, 90, 172, 3,
    81, 48, 246, 105, 232, 169, 9, 12, 177, 29, 81, 12,
    1,
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
