#!/usr/bin/env python3
REST = 27
PULL = 50
LOCK = [
    197, 170, 65, 93, 8, 22, 199, 25, 110, 82, 210, 73,
    249, 8, 28, 26, 170, 81, 160, 88, 16, 183, 231, 125,
    96, 155, 102, 202, 141, 148, 0, 86, 164, 52, 221, 95,
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
