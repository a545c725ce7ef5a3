#!/usr/bin/env python3
REST = 18
PULL = 233
LOCK = [
    29, 89, 3, 52, 195, 128, 58, 75, 20, 246, 216, 243,
    6, 0, 130, 51, 211, 82, 156, 73, 75, 41, 132, 4,
    49, 246, 223, 124, 157, 21, 205, 159, 28, 87, 22, 196,
    147,
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
