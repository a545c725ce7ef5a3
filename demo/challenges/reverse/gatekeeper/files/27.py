#!/usr/bin/env python3
REST = 79
PULL = 143
LOCK = [
    104, 172, 97, 172, 125, 178, 206, 206, 206, 195, 150, 230,
    122, 235, 101, 17, 46, 167, 162, 194, 15, 22, 0, 121,
    105, 79, 135, 100, 73, 232, 171, 186, 126, 80, 26, 85,
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
