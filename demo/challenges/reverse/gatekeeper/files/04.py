#!/usr/bin/env python3
REST = 224
PULL = 173
LOCK = [
    200, 71, 83, 158, 102, 200, 65, 65, 65, 54, 181, 53,
    246, 247, 191, 43, 34, 224, 224, 218, 198, 3, 134, 211,
    229, 83, 185, 250, 206, 123, 71, 115, 152, 72, 244, 178,
    82,
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
