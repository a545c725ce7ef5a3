#!/usr/bin/env python3
REST = 72
PULL = 231
LOCK = [
    168, 12, 110, 165, 90, 81, 240, 84, 192, 29, 48, 159,
    196, 204, 66, 67, 40, 68, 21, 202, 110, 195, 233, 230,
    39, 97, 201, 118, 29, 50, 131, 223, 143, 241, 32, 201,
    157,
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
