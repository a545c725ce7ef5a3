#!/usr/bin/env python3
REST = 101
PULL = 101
LOCK = [
    12, 66, 239, 149, 116, 43, 179, 122, 138, 237, 218, 45,
    140, 192, 195, 249, 174, 119, 97, 128, 10, 142, 152, 162,
    168, 24, 47, 100, 143, 16, 241, 77, 77, 131, 18, 145,
    248,
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
