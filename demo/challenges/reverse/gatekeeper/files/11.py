#!/usr/bin/env python3
REST = 11
PULL = 57
LOCK = [
    227, 247, 122, 32, 194, 138, 188, 38, 22, 103, 224, 82,
    18, 130, 10, 200, 230, 173, 198, 111, 186, 196, 245, 30,
    74, 75, 141, 127, 42, 10, 195, 151, 205, 20, 218, 211,
    140,
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
